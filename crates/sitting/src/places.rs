//! Where saved games and settings are kept.

use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy as _, Xdg};

/// The folders of one user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    data: PathBuf,
    config: PathBuf,
}

/// The user has no home folder.
#[derive(Debug, thiserror::Error)]
#[error("no home folder is known, so nothing can be saved: set HOME or XDG_DATA_HOME")]
pub struct Homeless(#[from] etcetera::HomeDirError);

impl Places {
    /// The folders that the XDG base directories name.
    pub fn of_user() -> Result<Places, Homeless> {
        let xdg = Xdg::new()?;
        Ok(Places {
            data: xdg.data_dir().join("quintet"),
            config: xdg.config_dir().join("quintet"),
        })
    }

    /// Both inside that folder.
    pub fn under(folder: &Path) -> Places {
        Places { data: folder.join("data"), config: folder.join("config") }
    }

    /// The folder of saved games.
    pub fn games(&self) -> PathBuf {
        self.data.join("games")
    }

    /// The file of settings.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.json")
    }
}
