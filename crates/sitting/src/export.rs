//! Records in files of the user's own: nothing there is replaced unasked.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use quintet_core::Record;
use quintet_players::files;

use crate::saves::write_whole;

/// What to do with a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays as it is.
    Keep,
    /// It is replaced; its user was asked.
    Replace,
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// There is such a file.
    #[error("{} exists", .0.display())]
    Exists(PathBuf),
    /// It is a device, a folder or the like.
    #[error("{} is no file that a record can be written to", .0.display())]
    NoFile(PathBuf),
    /// It cannot be written.
    #[error("{} cannot be written: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Writes a text to a file, as a whole or not at all. A link stays a link: what it points to is written.
pub fn export(path: &Path, text: &str, existing: Existing) -> Result<(), ExportError> {
    let failed = |error| ExportError::Io { path: path.into(), error };
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(ExportError::NoFile(path.into())),
        Ok(_) if existing == Existing::Keep => return Err(ExportError::Exists(path.into())),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    behind_links(path).and_then(|target| write_whole(&target, text)).map_err(failed)
}

/// The path that somebody typed: without quotes around it, and with the home folder in place of `~`.
pub fn typed(text: &str) -> PathBuf {
    let text = text.trim();
    let quoted = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    let path = quoted('"').or_else(|| quoted('\'')).unwrap_or(text);
    let in_home = match path.strip_prefix('~') {
        Some("") => Some(""),
        Some(rest) => rest.strip_prefix('/'),
        None => None,
    };
    match in_home.zip(etcetera::home_dir().ok()) {
        Some((rest, home)) => home.join(rest),
        None => path.into(),
    }
}

/// How a file is told where a record was written: a link with what it leads to.
pub fn told(path: &Path) -> String {
    match behind_links(path) {
        Ok(target) if target != path => {
            format!("{}, a link to {}", path.display(), target.display())
        }
        _ => path.display().to_string(),
    }
}

/// A file that holds the record of a game as it stands, behind records of games before it.
pub(crate) struct Copy {
    path: PathBuf,
    before: String,
    /// Whether it could not be written the last time: that is told once.
    is_late: bool,
}

impl Copy {
    pub(crate) fn new(path: PathBuf, before: String) -> Copy {
        Copy { path, before, is_late: false }
    }

    /// Writes the record anew. Gives what went wrong, if nothing did the last time.
    pub(crate) fn renew(&mut self, record: &Record) -> Option<ExportError> {
        let text = format!("{}{record}", self.before);
        let error = export(&self.path, &text, Existing::Replace).err();
        let was_late = std::mem::replace(&mut self.is_late, error.is_some());
        error.filter(|_| !was_late)
    }
}

/// The text of a file of records, with signs in place of what is no text.
pub fn import(path: &Path) -> io::Result<String> {
    import_from(File::open(path)?)
}

/// The same from anything that can be read.
pub fn import_from(source: impl Read) -> io::Result<String> {
    let bytes = files::read_from(source, files::most::RECORDS)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// More links in a row lead in a circle.
const MOST_LINKS: usize = 40;

/// What a path names, also where it does not exist yet.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&path) else { return Ok(path) };
        // A relative link counts from where it lies.
        path = path.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    Err(io::Error::other("too many links"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn what_never_ends_is_no_file_of_records() {
        assert_eq!(import_from(&b"one\xff"[..]).unwrap(), "one\u{fffd}");
        let error = import_from(io::repeat(b' ')).unwrap_err();
        assert_eq!(error.to_string(), "it holds more than 256 MB, too much for such a file");
    }

    #[test]
    fn what_is_there_stays_unless_it_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.txt");
        export(&file, "one", Existing::Keep).unwrap();
        let refused = export(&file, "two", Existing::Keep).unwrap_err();
        assert_eq!(refused.to_string(), format!("{} exists", file.display()));
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        export(&file, "two", Existing::Replace).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
    }

    #[test]
    fn links_are_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, far] = ["game.txt", "link", "far"].map(|name| folder.path().join(name));
        symlink("game.txt", &link).unwrap();
        symlink(&link, &far).unwrap();
        // The link's target need not exist yet.
        export(&far, "one", Existing::Keep).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        assert!(matches!(export(&link, "two", Existing::Keep), Err(ExportError::Exists(_))));
        export(&link, "two", Existing::Replace).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let circle = folder.path().join("circle");
        symlink(&circle, &circle).unwrap();
        assert!(matches!(export(&circle, "", Existing::Keep), Err(ExportError::Io { .. })));
    }

    #[test]
    fn paths_are_typed_as_in_a_shell() {
        let home = etcetera::home_dir().unwrap();
        assert_eq!(typed("~/games/a b.txt"), home.join("games/a b.txt"));
        assert_eq!(typed(" '~/a.txt' "), home.join("a.txt"));
        assert_eq!(typed("\"a b.txt\""), Path::new("a b.txt"));
        for plain in ["a.txt", "~a.txt", "a~", "\"a", "'"] {
            assert_eq!(typed(plain), Path::new(plain));
        }
    }

    #[test]
    fn a_link_is_told_with_what_it_leads_to() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["game.txt", "link"].map(|name| folder.path().join(name));
        symlink("game.txt", &link).unwrap();
        assert_eq!(told(&file), file.display().to_string());
        assert_eq!(told(&link), format!("{}, a link to {}", link.display(), file.display()));
    }

    #[test]
    fn devices_and_folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        for path in [Path::new("/dev/null"), folder.path()] {
            let refused = export(path, "", Existing::Replace);
            assert!(matches!(refused, Err(ExportError::NoFile(_))), "{refused:?}");
        }
        let nowhere = folder.path().join("no/such/folder/game.txt");
        assert!(matches!(export(&nowhere, "", Existing::Keep), Err(ExportError::Io { .. })));
    }
}
