//! The command line as people see it: its help speaks of the games there are.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _};
use quintet_catalog::Catalog;
use quintet_core::{Example, GameInfo};

use crate::args::Arguments;
use crate::failure;
use crate::output::widest;

/// Reads the command line; ends the program where that is all there is to do: after help, or what is wrong.
pub fn parse(catalog: Catalog) -> Arguments {
    let mut command = command(catalog);
    let matches = command.try_get_matches_from_mut(std::env::args_os());
    let read = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    let read = read.and_then(|read| match read.misplaced() {
        Some(words) => Err(command.error(ErrorKind::ArgumentConflict, words)),
        None => Ok(read),
    });
    read.unwrap_or_else(|mut error| {
        if let Some(guess) = guess(catalog, &error) {
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![guess.into()]));
            // There is no such option, whatever else resembles it.
            error.remove(ContextKind::SuggestedArg);
            error.remove(ContextKind::SuggestedSubcommand);
        }
        if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
            failure::refuse(&error.render().to_string());
        }
        error.exit()
    })
}

/// What may have been meant by a word that the command line does not know.
fn guess(catalog: Catalog, error: &clap::Error) -> Option<String> {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let name = word(ContextKind::InvalidSubcommand)?.to_lowercase();
            let game = catalog.find(&name).ok()?.info();
            Some(format!("to play {}, run 'quintet play {}'", game.name, game.id))
        }
        ErrorKind::UnknownArgument if word(ContextKind::InvalidArg)?.starts_with("--level") => {
            Some("a computer player is named by its level, such as '--second level:5'".into())
        }
        _ => None,
    }
}

/// The definition of the command line, for these games.
pub fn command(catalog: Catalog) -> clap::Command {
    let names: Vec<&str> = catalog.games().iter().map(|game| game.info().name).collect();
    let about = format!("Play, analyse and research modern abstract games: {}.", names.join(", "));
    let command = Arguments::command();
    let details = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    // What the definition says first stands here with the names.
    let details = details.split_once("\n\n").map_or("", |(_, details)| details);
    let command = command.long_about(format!("{about}\n\n{details}")).about(about);
    let words = Words::of(catalog);
    words.fill(command).mut_subcommands(|command| {
        // A number below zero is a wrong value, not an unknown option.
        words.fill(command).mut_args(|argument| {
            if argument.get_action().takes_values() {
                argument.allow_negative_numbers(true)
            } else {
                argument
            }
        })
    })
}

/// What the examples are told with.
struct Words {
    game: &'static str,
    position: &'static str,
    moves: String,
    /// A game with a variant, as one asks for it.
    variant: String,
}

impl Words {
    fn of(catalog: Catalog) -> Words {
        let games = catalog.games().iter().map(|game| game.info());
        let Some(first) = games.clone().next() else {
            return Words {
                game: "GAME",
                position: "POSITION",
                moves: "MOVE".into(),
                variant: "GAME".into(),
            };
        };
        let is_default = |example: &&Example| example.variant == first.variants[0].id;
        let example = first.examples.iter().rfind(is_default);
        let mut varied =
            games.filter_map(|info| Some(with_variant(info, info.variants.get(1)?.id)));
        Words {
            game: first.id,
            position: example.map_or("start", |example| example.position),
            moves: first.demo.iter().take(2).copied().collect::<Vec<_>>().join(" "),
            variant: varied.next_back().unwrap_or_else(|| first.id.into()),
        }
    }

    fn fill(&self, command: clap::Command) -> clap::Command {
        let Some(examples) = command.get_after_help().map(ToString::to_string) else {
            return command;
        };
        let filled = examples
            .replace("{game}", self.game)
            .replace("{position}", self.position)
            .replace("{moves}", &self.moves)
            .replace("{variant}", &self.variant);
        command.after_help(in_columns(&filled))
    }
}

/// What stands behind a tab, in a column of its own.
fn in_columns(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_once('\t').unwrap_or((line, "")));
    let width = widest(lines.clone().filter(|(_, told)| !told.is_empty()).map(|(shown, _)| shown));
    let lines = lines.map(|(shown, told)| match told {
        "" => shown.into(),
        told => format!("{shown:<width$}  {told}"),
    });
    lines.collect::<Vec<String>>().join("\n")
}

fn with_variant(info: &GameInfo, variant: &str) -> String {
    format!("{} --variant {variant}", info.id)
}
