//! Proofs that are kept in a file between runs.
//!
//! The file is text: a line that says what it is, then one line a proof, each with its own checksum. What is damaged,
//! or was proved by another version or under other rules, is left out. Those who open it are told so in a sentence; a
//! file of another kind is never written to.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quintet_catalog::Catalog;
use quintet_catalog::solver::{Archive, Proof};
use quintet_core::key::mix;

/// What every file begins with. The number is raised when what an earlier one says can no longer be trusted: when a
/// solver, or what a game is sure of, was wrong.
const KIND: &str = "quintet proofs";
const FORMAT: u32 = 1;

/// The largest file, in bytes. In memory proofs take about twice as much.
pub const MOST_BYTES: usize = 32 << 20;

/// What a line has besides its texts, at most.
const LINE_BYTES: usize = 80;

/// An archive in a file.
pub struct ProofFile {
    path: PathBuf,
    /// The rules that each game has now, by its id.
    rules: HashMap<&'static str, u64>,
    most_bytes: usize,
    shelf: Mutex<Shelf>,
}

/// The proofs in memory.
#[derive(Default)]
struct Shelf {
    proofs: HashMap<u64, Proof>,
    /// What they take in a file, at most.
    bytes: usize,
    /// Whether some are not in the file yet.
    has_news: bool,
}

/// A file whose proofs cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProofsError {
    /// It cannot be read or written.
    #[error("proofs cannot be kept in {path}: {problem}")]
    Io {
        /// Which file.
        path: String,
        /// What went wrong.
        problem: io::Error,
    },
    /// It is something else, and stays as it is.
    #[error("proofs cannot be kept in {path}: it is no file of proofs, and stays as it is")]
    Foreign {
        /// Which file.
        path: String,
    },
}

impl ProofFile {
    /// Reads the proofs of a file, or begins a new one; with it comes what was left out, in words, if anything was.
    pub fn open(path: &Path, catalog: Catalog) -> Result<(ProofFile, Option<String>), ProofsError> {
        ProofFile::open_bounded(path, catalog, MOST_BYTES)
    }

    /// Like [`open`](ProofFile::open) with another bound on the file's size.
    pub fn open_bounded(
        path: &Path,
        catalog: Catalog,
        most_bytes: usize,
    ) -> Result<(ProofFile, Option<String>), ProofsError> {
        let rules = catalog.games().iter().map(|game| game.info());
        let rules = rules.map(|info| (info.id, checksum(info.rules.as_bytes()))).collect();
        let (path, shelf) = (path.to_owned(), Mutex::default());
        let file = ProofFile { path, rules, most_bytes, shelf };
        let left_out = file.read_into(&mut file.lock())?;
        Ok((file, left_out))
    }

    /// How many proofs it has.
    pub fn len(&self) -> usize {
        self.lock().proofs.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes what is new to the file, whole or not at all. What another process wrote there meanwhile stays.
    pub fn save(&self) -> Result<(), ProofsError> {
        let mut shelf = self.lock();
        if !shelf.has_news {
            return Ok(());
        }
        self.read_into(&mut shelf)?;
        let mut text = header();
        let mut proofs: Vec<_> = shelf.proofs.iter().collect();
        // What took longest comes first; the keys make the order the same every time.
        proofs.sort_by_key(|(key, proof)| (std::cmp::Reverse(proof.work), **key));
        for (key, proof) in proofs {
            let line = self.line(*key, proof);
            if text.len() + line.len() > self.most_bytes {
                break;
            }
            text.push_str(&line);
        }
        put(&self.path, text.as_bytes()).map_err(|problem| self.io(problem))?;
        shelf.has_news = false;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Shelf> {
        // Whole proofs go in: nothing is half done when somebody panics.
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is a folder for a file that is still to be written.
    fn has_place(&self) -> bool {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.is_none_or(Path::is_dir)
    }

    fn io(&self, problem: io::Error) -> ProofsError {
        ProofsError::Io { path: self.path.display().to_string(), problem }
    }

    /// Adds what the file says, and tells what had to be left out.
    fn read_into(&self, shelf: &mut Shelf) -> Result<Option<String>, ProofsError> {
        let path = self.path.display();
        let bytes = match File::open(&self.path) {
            // A longer one was not written by this program.
            Ok(file) => read_at_most(file, self.most_bytes).map_err(|problem| self.io(problem))?,
            Err(problem) if problem.kind() == io::ErrorKind::NotFound && self.has_place() => {
                return Ok(None);
            }
            Err(problem) => return Err(self.io(problem)),
        };
        if bytes.is_empty() {
            return Ok(None);
        }
        let mut lines = bytes.split(|byte| *byte == b'\n');
        let first = lines.next().unwrap_or_default();
        if !first.starts_with(KIND.as_bytes()) {
            return Err(ProofsError::Foreign { path: path.to_string() });
        }
        if first != header().trim_end().as_bytes() {
            return Ok(Some(format!(
                "the proofs in {path} are of another version and are left out"
            )));
        }
        let (mut damaged, mut outdated) = (0, 0);
        for line in lines.filter(|line| !line.is_empty()) {
            match self.read(line) {
                Ok((key, proof)) => shelf.add(key, proof),
                Err(Unusable::Damaged) => damaged += 1,
                Err(Unusable::Outdated) => outdated += 1,
            }
        }
        shelf.keep_to(self.most_bytes);
        Ok((damaged + outdated > 0).then(|| {
            format!(
                "{path}: {damaged} proofs are damaged, {outdated} rest on other rules; they are left out"
            )
        }))
    }

    /// A proof as a line.
    fn line(&self, key: u64, proof: &Proof) -> String {
        let Proof { position, least, most, mv, work } = proof;
        let rules = self.rules_of(position).unwrap_or_default();
        let mv = mv.as_deref().unwrap_or("-");
        let rest = format!("{key:016x} {rules:016x} {work} {least} {most} {mv} {position}");
        format!("{:016x} {rest}\n", checksum(rest.as_bytes()))
    }

    fn rules_of(&self, position: &str) -> Option<u64> {
        self.rules.get(position.split(' ').next()?).copied()
    }

    fn read(&self, line: &[u8]) -> Result<(u64, Proof), Unusable> {
        let text = str::from_utf8(line).map_err(|_| Unusable::Damaged)?;
        let (sum, rest) = text.split_once(' ').ok_or(Unusable::Damaged)?;
        if sum != format!("{:016x}", checksum(rest.as_bytes())) {
            return Err(Unusable::Damaged);
        }
        let (rules, key, proof) = fields(rest).ok_or(Unusable::Damaged)?;
        if self.rules_of(&proof.position) != Some(rules) {
            return Err(Unusable::Outdated);
        }
        Ok((key, proof))
    }
}

/// Why a line is left out.
enum Unusable {
    Damaged,
    Outdated,
}

impl Shelf {
    fn add(&mut self, key: u64, proof: Proof) {
        let cost = |proof: &Proof| {
            proof.position.len() + proof.mv.as_ref().map_or(0, String::len) + LINE_BYTES
        };
        let proof = match self.proofs.remove(&key) {
            None => proof,
            Some(old) => {
                self.bytes -= cost(&old);
                // Two positions with the same key take one place: what was more work has it.
                match old.position == proof.position {
                    true => old.and(proof),
                    false if old.work > proof.work => old,
                    false => proof,
                }
            }
        };
        self.bytes += cost(&proof);
        self.proofs.insert(key, proof);
    }

    /// Drops what was least work until the rest takes so many bytes at most, with room for more.
    fn keep_to(&mut self, most_bytes: usize) {
        if self.bytes <= most_bytes {
            return;
        }
        let mut proofs: Vec<(u64, Proof)> = self.proofs.drain().collect();
        proofs.sort_by_key(|(key, proof)| (std::cmp::Reverse(proof.work), *key));
        self.bytes = 0;
        for (key, proof) in proofs {
            self.add(key, proof);
            if self.bytes > most_bytes / 4 * 3 {
                break;
            }
        }
    }
}

impl Archive for ProofFile {
    fn find(&self, key: u64) -> Option<Proof> {
        self.lock().proofs.get(&key).cloned()
    }

    fn keep(&self, key: u64, proof: Proof) {
        let mut shelf = self.lock();
        shelf.add(key, proof);
        shelf.keep_to(self.most_bytes);
        shelf.has_news = true;
    }
}

fn header() -> String {
    format!("{KIND} {FORMAT} of version {}\n", env!("CARGO_PKG_VERSION"))
}

/// The rules, the key and the proof that a line tells after its checksum.
fn fields(text: &str) -> Option<(u64, u64, Proof)> {
    let mut words = text.splitn(7, ' ');
    let mut word = || words.next();
    let key = u64::from_str_radix(word()?, 16).ok()?;
    let rules = u64::from_str_radix(word()?, 16).ok()?;
    let work = word()?.parse().ok()?;
    let (least, most) = (word()?.parse().ok()?, word()?.parse().ok()?);
    let mv = word().filter(|mv| *mv != "-").map(str::to_owned);
    let position = word()?.to_owned();
    (least <= most).then_some((rules, key, Proof { position, least, most, mv, work }))
}

/// Changes with every bit, as far as 64 bits can tell.
fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes
        .chunks(8)
        .map(|chunk| chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    words.fold(bytes.len() as u64, mix)
}

fn read_at_most(file: File, most_bytes: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most_bytes as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a file whole or not at all.
fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    });
    if written.is_err() {
        // The first problem is the one to tell.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

#[cfg(test)]
mod tests;
