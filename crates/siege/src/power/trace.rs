//! What `strace` wrote about a server, as moments that matter to a disk, in their order.

use std::collections::HashMap;
use std::io::BufRead;

use anyhow::{Context as _, bail};

/// The calls that change files or names, make them durable, or answer a client.
pub(super) const CALLS: &str = "mkdir,mkdirat,open,openat,creat,write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,ftruncate,truncate,\
     fallocate,fsync,fdatasync,sync_file_range,rename,renameat,renameat2,unlink,unlinkat,link,linkat";

/// Something that happened. Paths are those of files below the folder that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// A write begins: from now on any part of it may be on the disk.
    Write { id: usize, path: String, at: u64, data: Vec<u8> },
    /// A file gets another length.
    Truncate { id: usize, path: String, length: u64 },
    /// A sync of a file or a folder begins.
    SyncBegins { id: usize, path: String },
    /// What began under that id is done.
    Done(usize),
    /// A file or a folder was made, or opened.
    Made { path: String },
    /// A file was removed.
    Removed(String),
    /// An answer was on its way to a client; the server's name for the request.
    Answered(String),
}

/// Reads records, one after the other.
pub(super) struct Reader<'a> {
    /// Everything below it matters.
    folder: &'a str,
    /// The beginnings of calls whose ends stand in a later line, by thread.
    begun: HashMap<String, (String, Option<usize>)>,
    ids: usize,
    pub(super) moments: Vec<Moment>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(folder: &'a str) -> Reader<'a> {
        Reader { folder, begun: HashMap::new(), ids: 0, moments: Vec::new() }
    }

    /// Reads the record of one life.
    pub(super) fn read(&mut self, record: impl BufRead) -> anyhow::Result<()> {
        for line in record.lines() {
            let line = line.context("the record")?;
            let short = |line: &str| line.chars().take(300).collect::<String>();
            self.line(&line).with_context(|| format!("cannot understand `{}`", short(&line)))?;
        }
        // Whoever was killed in a call never came back from it.
        self.begun.clear();
        Ok(())
    }

    fn line(&mut self, line: &str) -> anyhow::Result<()> {
        let (thread, call) = line.split_once(' ').context("a thread")?;
        let call = call.trim_start();
        if call.starts_with("+++") || call.starts_with("---") {
            return Ok(());
        }
        if let Some(rest) = call.strip_prefix("<... ") {
            let (_, rest) = rest.split_once("resumed>").context("the end of a call")?;
            let (begun, id) = self.begun.remove(thread).context("its beginning")?;
            return self.ends(&format!("{begun}{rest}"), id);
        }
        if let Some(begun) = call.strip_suffix("<unfinished ...>") {
            let id = self.begins(begun)?;
            self.begun.insert(thread.to_owned(), (begun.to_owned(), id));
            return Ok(());
        }
        let id = self.begins(call)?;
        self.ends(call, id)
    }

    /// What is known when a call begins; the id under which it ends, if that matters.
    fn begins(&mut self, call: &str) -> anyhow::Result<Option<usize>> {
        let (name, rest) = call.split_once('(').context("a call")?;
        if matches!(name, "write" | "writev" | "sendto" | "sendmsg")
            && let Some(id) = answered(rest)
        {
            self.moments.push(Moment::Answered(id));
            return Ok(None);
        }
        let Some(path) = self.own_file(rest) else { return Ok(None) };
        self.ids += 1;
        let id = self.ids;
        let moment = match name {
            "pwrite64" => {
                let data = quoted(rest).context("what is written")?;
                let mut numbers = rest.rsplit_once('"').context("how much")?.1.split(", ").skip(1);
                let mut number = || -> anyhow::Result<u64> {
                    let text = numbers.next().context("a number")?;
                    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
                    Ok(text[..digits].parse()?)
                };
                let (length, at) = (number()?, number()?);
                anyhow::ensure!(length == data.len() as u64, "it was cut short");
                Moment::Write { id, path, at, data }
            }
            "ftruncate" => {
                let (_, length) = rest.split_once(", ").context("a length")?;
                let digits = length.find(|c: char| !c.is_ascii_digit()).unwrap_or(length.len());
                Moment::Truncate { id, path, length: length[..digits].parse()? }
            }
            "fsync" | "fdatasync" => Moment::SyncBegins { id, path },
            "openat" => return Ok(None),
            _ => bail!("a call on {path} that is not modelled"),
        };
        self.moments.push(moment);
        Ok(Some(id))
    }

    fn ends(&mut self, call: &str, id: Option<usize>) -> anyhow::Result<()> {
        let (name, rest) = call.split_once('(').context("a call")?;
        let (_, result) = call.rsplit_once(" = ").context("a result")?;
        let failed = result.starts_with('-') || result.starts_with('?');
        if let Some(id) = id {
            anyhow::ensure!(!failed || result.starts_with('?'), "a write or sync that failed");
            if !failed {
                self.moments.push(Moment::Done(id));
            }
            return Ok(());
        }
        if failed {
            return Ok(());
        }
        let path = || quoted(rest).and_then(|path| self.own_path(&String::from_utf8_lossy(&path)));
        let moment = match name {
            "openat" if rest.contains("O_CREAT") => path().map(|path| Moment::Made { path }),
            "mkdir" | "mkdirat" => path().map(|path| Moment::Made { path }),
            "unlink" | "unlinkat" => path().map(Moment::Removed),
            "open" | "creat" | "truncate" | "rename" | "renameat" | "renameat2" | "link"
            | "linkat" => {
                if let Some(path) = path() {
                    bail!("a call on {path} that is not modelled");
                }
                None
            }
            _ => None,
        };
        self.moments.extend(moment);
        Ok(())
    }

    /// The file of a call's first argument, if it is one that matters: `14<PATH>, …`.
    fn own_file(&self, arguments: &str) -> Option<String> {
        let digits = arguments.find(|c: char| !c.is_ascii_digit())?;
        let (path, rest) = arguments[digits..].strip_prefix('<')?.split_once('>')?;
        if rest.starts_with("(deleted)") {
            return None;
        }
        self.own_path(&String::from_utf8_lossy(&unescape(path)))
    }

    fn own_path(&self, path: &str) -> Option<String> {
        path.starts_with(self.folder).then(|| path.to_owned())
    }
}

/// The name of the request that is answered, if this is an answer with one.
fn answered(arguments: &str) -> Option<String> {
    // `x-request-id: ` as it stands in a record.
    const HEAD: &str = r"\x78\x2d\x72\x65\x71\x75\x65\x73\x74\x2d\x69\x64\x3a\x20";
    let (_, rest) = arguments.split_once(HEAD)?;
    let (id, _) = rest.split_once(r"\x0d")?;
    String::from_utf8(unescape(id)).ok()
}

/// The first text in quotation marks.
fn quoted(arguments: &str) -> Option<Vec<u8>> {
    let (_, rest) = arguments.split_once('"')?;
    let (text, _) = rest.split_once('"')?;
    Some(unescape(text))
}

/// Bytes written as `\x61\x62`. Whatever is not written so is taken as it is.
fn unescape(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let digit = |byte: u8| (byte as char).to_digit(16);
    let mut unescaped = Vec::with_capacity(bytes.len() / 4);
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at..] {
            [b'\\', b'x', high, low, ..] if digit(high).is_some() && digit(low).is_some() => {
                let value = digit(high).unwrap_or(0) * 16 + digit(low).unwrap_or(0);
                unescaped.push(value as u8);
                at += 4;
            }
            _ => {
                unescaped.push(bytes[at]);
                at += 1;
            }
        }
    }
    unescaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escape(text: &str) -> String {
        text.bytes().fold(String::new(), |text, byte| format!("{text}\\x{byte:02x}"))
    }

    #[test]
    fn a_record_becomes_moments() {
        let (log, folder) = (escape("/t/data/quintet.db-wal"), escape("/t/data"));
        let record = format!(
            "7 mkdir(\"{folder}\", 0777) = 0\n\
             7 openat(AT_FDCWD<{}>, \"{log}\", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 3<{log}>\n\
             7 pwrite64(3<{log}>, \"\\x61\\x00\\x22\", 3, 32) = 3\n\
             8 fdatasync(3<{log}> <unfinished ...>\n\
             7 ftruncate(3<{log}>, 9) = 0\n\
             8 <... fdatasync resumed>) = 0\n\
             9 writev(5<{}>, [{{iov_base=\"{}\", iov_len=9}}], 1) = 9\n\
             9 pwrite64(6<{}>, \"\\x61\", 1, 0) = 1\n\
             7 unlink(\"{log}\") = 0\n\
             7 unlink(\"{log}\") = -1 ENOENT (No such file or directory)\n\
             7 +++ exited with 0 +++\n",
            escape("/"),
            escape("socket:[1]"),
            escape("HTTP/1.1 200 OK\r\nx-request-id: ab-1\r\n\r\n"),
            escape("/elsewhere"),
        );
        let mut reader = Reader::new("/t/");
        reader.read(record.as_bytes()).unwrap();
        let path = "/t/data/quintet.db-wal".to_owned();
        assert_eq!(
            reader.moments,
            [
                Moment::Made { path: "/t/data".into() },
                Moment::Made { path: path.clone() },
                Moment::Write { id: 1, path: path.clone(), at: 32, data: b"a\0\"".to_vec() },
                Moment::Done(1),
                Moment::SyncBegins { id: 2, path: path.clone() },
                Moment::Truncate { id: 3, path: path.clone(), length: 9 },
                Moment::Done(3),
                Moment::Done(2),
                Moment::Answered("ab-1".into()),
                Moment::Removed(path),
            ]
        );
    }

    #[test]
    fn what_is_not_modelled_is_not_passed_over() {
        let log = escape("/t/data/x");
        for line in [
            format!("7 rename(\"{log}\", \"{log}\") = 0"),
            format!("7 write(3<{log}>, \"\\x61\", 1) = 1"),
        ] {
            let mut reader = Reader::new("/t/");
            assert!(reader.read(line.as_bytes()).is_err(), "{line}");
        }
    }
}
