//! What can be typed in a game: a line a word, from which also follows what somebody may have meant.

use quintet_core::text::excerpt;

/// What can be typed while a game goes on.
pub const HELP: &str = "\
Type a move in its notation, or its steps one by one: the places and pieces you would touch.
  steps          list what can come next in the move that is begun
  moves [PART]   list the legal moves, or those that begin with PART
  hint           what a strong engine would play, and what it expects then; goes on with a move that is begun
  ahead          who is ahead: points, and how a strong engine judges the position; also: score
  undo           take back a step, or your last move; also: back
  forward        make a move again that was taken back
  board          draw the board; also: show
  list           say what stands where, and what lies beside the board; a begun move counts
  what CELL      say what is on a cell; a begun move counts
  clock          say how much time is left
  rules          how this game is played
  draw           offer a draw
  resign [yes]   give the game up; asks first, with yes it does not
  sides          exchange the sides with your opponent
  level [1-8]    tell or change the level of the computer
  record         the game so far, as it would be saved
  save [FILE]    write the record to a file; the game itself is saved after every move
  help [WORD]    this text, or what one word does
  menu           leave the game for the menu; it stays saved
  quit           stop playing; the game stays saved";

/// What can be typed after it.
pub const HELP_AFTERWARDS: &str = "\
The game is over. What you can type now:
  undo           take back the end, or your last move; also: back
  again          play once more, with the sides exchanged
  same           play once more, with the same sides
  board          draw the board; also: show
  list           say what stands where, and what lies beside the board
  what CELL      say what is on a cell
  rules          how this game is played
  record         the game, as it would be saved
  save FILE      write the record to a file
  replay         go through the game move by move
  help [WORD]    this text, or what one word does
  menu           go to the menu
  quit           stop playing";

/// What a help says of a word, or that it says nothing.
pub fn about(help: &str, word: &str) -> String {
    let word = word.to_lowercase();
    let line = lines(help).find(|line| names(line).any(|name| name == word));
    if let Some(line) = line {
        return line.trim().to_owned();
    }
    let meant = meant(help, &word).map_or_else(String::new, |name| format!(" Is it {name}?"));
    format!("There is no word `{}` here.{meant} help lists them all.", excerpt(&word))
}

/// The answer to words of which the first is known, though not with what follows it.
pub fn too_much(help: &str, words: &[&str]) -> Option<String> {
    let [word, _, ..] = words else { return None };
    let line = lines(help).find(|line| names(line).any(|name| name == *word))?;
    // What a word can be followed by stands one blank behind it.
    let rest = line.trim_start().split_once(' ').map_or("", |(_, rest)| rest);
    Some(if rest.is_empty() || rest.starts_with(' ') {
        format!("{word} stands alone: nothing follows it.")
    } else {
        line.trim().to_owned()
    })
}

/// Whether a help knows a word.
pub fn is_known(help: &str, word: &str) -> bool {
    lines(help).flat_map(names).any(|name| name == word)
}

/// The word of a help that somebody may have meant.
pub fn meant<'h>(help: &'h str, word: &str) -> Option<&'h str> {
    let names: Vec<&str> = lines(help).flat_map(names).collect();
    quintet_catalog::similar(word, &names)
        .and_then(|name| names.into_iter().find(|known| *known == name))
}

/// The lines that are about a word.
fn lines(help: &str) -> impl Iterator<Item = &str> {
    help.lines().filter(|line| line.starts_with("  "))
}

/// The words that a line is about.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let others = line.split_once("also: ").map_or("", |(_, others)| others);
    line.split_whitespace().take(1).chain(others.split(", ").filter(|name| !name.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_explained_by_its_line() {
        assert_eq!(about(HELP, "Back"), about(HELP, "undo"));
        assert!(about(HELP, "hint").starts_with("hint  "));
        assert!(about(HELP_AFTERWARDS, "again").contains("sides exchanged"));
        assert_eq!(
            about(HELP, "resing"),
            "There is no word `resing` here. Is it resign? help lists them all."
        );
        for help in [HELP, HELP_AFTERWARDS] {
            for word in lines(help).flat_map(names) {
                assert!(
                    too_much(help, &[word]).is_none() && too_much(help, &[word, "x"]).is_some()
                );
            }
        }
        assert_eq!(
            too_much(HELP, &["score", "now"]).as_deref(),
            Some("score stands alone: nothing follows it.")
        );
        assert!(too_much(HELP, &["moves", "a", "b"]).is_some_and(|told| told.contains("[PART]")));
        assert_eq!(too_much(HELP, &["d4", "d5"]), None);
        assert_eq!(about(HELP, "zzz"), "There is no word `zzz` here. help lists them all.");
    }
}
