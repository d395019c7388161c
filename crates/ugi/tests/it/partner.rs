//! An engine to talk to.

use std::io::{BufRead as _, BufReader, PipeReader, PipeWriter, Write as _, pipe};
use std::thread::{self, JoinHandle};

use quintet_core::Variant;
use quintet_ugi::{Defaults, serve};

pub fn defaults(game: &str) -> Defaults {
    let catalog = quintet_catalog::standard();
    let game = catalog.find(game).expect("a game");
    Defaults { catalog, game, variant: Variant::default() }
}

/// All that is answered to a text.
pub fn answers(game: &str, commands: &str) -> String {
    let mut output = Vec::new();
    serve(commands.as_bytes(), &mut output, defaults(game)).expect("served");
    String::from_utf8(output).expect("text")
}

/// An engine on the other end of two pipes.
pub struct Partner {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    served: JoinHandle<()>,
}

impl Partner {
    pub fn new(game: &str) -> Partner {
        let ((input, to), (from, output)) = (pipe().expect("a pipe"), pipe().expect("a pipe"));
        let defaults = defaults(game);
        let served = thread::spawn(move || {
            serve(BufReader::new(input), output, defaults).expect("served");
        });
        Partner { to, from: BufReader::new(from), served }
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").expect("it listens");
    }

    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("it speaks");
        line.trim_end().to_owned()
    }

    /// What is said up to a line that begins with a word.
    pub fn hear_until(&mut self, word: &str) -> Vec<String> {
        let mut said = vec![self.hear()];
        while !said.last().is_some_and(|line| line.is_empty() || line.starts_with(word)) {
            said.push(self.hear());
        }
        said
    }

    /// Ends the input and gives what is still said.
    pub fn end(self) -> Vec<String> {
        drop(self.to);
        let rest = self.from.lines().map(|line| line.expect("it speaks")).collect();
        self.served.join().expect("no panic");
        rest
    }
}
