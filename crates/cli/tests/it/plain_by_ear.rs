//! Whole games followed by ear: every position is rebuilt from the sentences that plain mode says, without the rules
//! and without the moves' notation.

use std::collections::BTreeMap;

use quintet_catalog::{AnyMatch, Dice, standard};
use quintet_core::scene::Kind;
use quintet_core::{Player, Scene, Variant};

use crate::plain_dialogue::Dialogue;

/// No game is followed longer.
const LONGEST: usize = 200;
const SEED: u64 = 3;

/// A piece as a listener knows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    owner: Option<Player>,
    /// What is written on it.
    value: String,
    cells: Vec<String>,
    /// Pegs and totems are no tiles.
    kind: &'static str,
}

/// What a listener knows of a game.
struct Listener {
    players: [&'static str; 2],
    /// In stacks from the bottom up.
    pieces: Vec<Piece>,
    /// How many of which piece each player holds, by what it is called in a sentence.
    hands: [BTreeMap<String, u32>; 2],
    turn: Option<Player>,
}

impl Listener {
    /// Nobody begins without having been told how the pieces stand.
    fn new(played: &dyn AnyMatch) -> Listener {
        let scene = played.scene(&[]);
        let turn = Some(played.turn());
        let players = played.info().players;
        Listener { players, pieces: pieces(&scene), hands: hands(&scene), turn }
    }

    fn hear(&mut self, told: &str, status: &str) {
        let mut pushed = Vec::new();
        for sentence in told.trim_end_matches('.').split(". ") {
            let is_understood = self.placed(sentence)
                || self.moved(sentence)
                || self.sown(sentence)
                || self.scored(sentence)
                || self.pushed(sentence, &mut pushed);
            assert!(is_understood, "what does this mean? {sentence}");
        }
        // What is pushed lies elsewhere only after all of it.
        self.pieces.append(&mut pushed);
        let to_move = |end: &str| status.find(end).map(|at| &status[..at]);
        let before = to_move(" to move").or_else(|| to_move(" goes on alone"));
        let name = before.and_then(|text| text.split_whitespace().next_back());
        self.turn = name.map(|name| self.player(name));
    }

    fn placed(&mut self, sentence: &str) -> bool {
        const TILE: &str = "{} placed a tile of length {} and value {} on {} to {}";
        const TOTEM: &str = "{} moved the totem from {} to {} and put a {} on {}";
        if let Some([who, length, value, from, to]) = parts(sentence, TILE) {
            self.place(who, length, value, line(from, to));
        } else if let Some([who, from, to, value, cell]) = parts(sentence, TOTEM) {
            self.move_to(from, to);
            self.place(who, value, value, vec![cell.into()]);
        } else if let Some([who, cell]) = parts(sentence, "{} dropped a marble on {}") {
            self.place(who, who, "", vec![cell.into()]);
        } else {
            return false;
        }
        true
    }

    fn moved(&mut self, sentence: &str) -> bool {
        const SWAP: &str = "{} took over {}'s marble on {} and gave {} one from the hand";
        if let Some([_, from, to]) = parts(sentence, "{} moved a piece from {} to {}") {
            self.move_to(from, to);
        } else if let Some([who, _, cell, other]) = parts(sentence, SWAP) {
            let marble = self.take(cell);
            self.place(who, who, "", marble.cells);
            self.give_back(other);
        } else {
            return false;
        }
        true
    }

    fn sown(&mut self, sentence: &str) -> bool {
        const SOWED: &str = "{} put a stone on {} and sowed the stack: {}";
        let Some([who, origin, sown]) = parts(sentence, SOWED) else { return false };
        let is_there = |piece: &Piece| piece.cells == [origin];
        let stones = self.pieces.iter().filter(|piece| is_there(piece)).count() + 1;
        self.pieces.retain(|piece| !is_there(piece));
        self.take_from_hand(who, who);
        assert_eq!(sown.split(", ").count(), stones, "all stones of {origin} are sown");
        for stone in sown.split(", ") {
            let (colour, cell) = stone.split_once(" on ").expect("a stone and its cell");
            let owner = (colour != "neutral").then(|| self.player(colour));
            self.pieces.push(Piece {
                owner,
                value: String::new(),
                cells: vec![cell.into()],
                kind: "",
            });
        }
        true
    }

    fn scored(&mut self, sentence: &str) -> bool {
        const TAKEN: &str = "{} took the tile of length {} and value {} off {} to {}, for {}, and \
                             advanced the counter by {} from {} to {}";
        if let Some([first, here, second, there]) =
            parts(sentence, "{}'s counter came to {} and {}'s to {}")
        {
            for (whose, cell) in [(first, here), (second, there)] {
                let (owner, cells) = (Some(self.player(whose)), vec![cell.into()]);
                self.pieces.push(Piece { owner, value: String::new(), cells, kind: "peg" });
            }
            return true;
        }
        let Some([who, _, _, from, to, _, _, _, end]) = parts(sentence, TAKEN) else {
            return false;
        };
        let cells = line(from, to);
        self.pieces.retain(|piece| piece.cells != cells);
        let owner = Some(self.player(who));
        let is_counter = |piece: &Piece| piece.kind == "peg" && piece.owner == owner;
        let counter = self.pieces.iter().position(is_counter).expect("a counter");
        if let Some((cell, _)) = end.split_once(", to ") {
            self.pieces[counter].cells = vec![cell.into()];
        } else {
            assert_eq!(end, "100 points");
            self.pieces.remove(counter);
        }
        true
    }

    fn pushed(&mut self, sentence: &str, pushed: &mut Vec<Piece>) -> bool {
        const OFF: &str = "{}'s marble on {} was pushed off the board, back to hand";
        if let Some([_, from, to]) = parts(sentence, "{}'s marble on {} was pushed to {}") {
            pushed.push(Piece { cells: vec![to.into()], ..self.take(from) });
        } else if let Some([whose, from]) = parts(sentence, OFF) {
            self.take(from);
            self.give_back(whose);
        } else {
            return false;
        }
        true
    }

    fn player(&self, name: &str) -> Player {
        let is_called = |player: &Player| self.players[player.index()].eq_ignore_ascii_case(name);
        Player::BOTH.into_iter().find(is_called).unwrap_or_else(|| panic!("who is {name}?"))
    }

    /// Puts a piece from a player's hand somewhere.
    fn place(&mut self, who: &str, called: &str, value: &str, cells: Vec<String>) {
        self.take_from_hand(who, called);
        let (owner, value) = (Some(self.player(who)), value.to_owned());
        self.pieces.push(Piece { owner, value, cells, kind: "" });
    }

    fn take_from_hand(&mut self, who: &str, called: &str) {
        let hand = &mut self.hands[self.player(who).index()];
        *hand.get_mut(&called.to_lowercase()).expect("such a piece") -= 1;
    }

    fn give_back(&mut self, who: &str) {
        let hand = &mut self.hands[self.player(who).index()];
        *hand.get_mut(&who.to_lowercase()).expect("such a piece") += 1;
    }

    /// Takes the only piece on a cell.
    fn take(&mut self, cell: &str) -> Piece {
        let is_there = |piece: &Piece| piece.cells == [cell];
        let place = self.pieces.iter().position(is_there);
        self.pieces.remove(place.unwrap_or_else(|| panic!("what stands on {cell}?")))
    }

    fn move_to(&mut self, from: &str, to: &str) {
        let piece = self.take(from);
        self.pieces.push(Piece { cells: vec![to.into()], ..piece });
    }

    /// By places; in stacks the order stays.
    fn sorted(&self) -> Vec<Piece> {
        let mut pieces = self.pieces.clone();
        pieces.sort_by_key(|piece| (piece.kind, piece.cells.clone()));
        pieces
    }
}

/// What stands in the gaps of a pattern, if a sentence is like it.
fn parts<'a, const N: usize>(sentence: &'a str, pattern: &str) -> Option<[&'a str; N]> {
    let mut words = pattern.split("{}");
    let mut rest = sentence.strip_prefix(words.next()?)?;
    let mut found = Vec::new();
    for word in words {
        let end = if word.is_empty() { rest.len() } else { rest.find(word)? };
        found.push(&rest[..end]);
        rest = &rest[end + word.len()..];
    }
    if rest.is_empty() { found.try_into().ok() } else { None }
}

/// All cells from one to another along a row or a column.
fn line(from: &str, to: &str) -> Vec<String> {
    let place = |cell: &str| (cell.as_bytes()[0], cell[1..].parse::<u8>().expect("a cell"));
    let ((column, row), (last_column, last_row)) = (place(from), place(to));
    let rows = row..=last_row;
    let cells = (column..=last_column).flat_map(|c| rows.clone().map(move |r| (c, r)));
    cells.map(|(column, row)| format!("{}{row}", char::from(column))).collect()
}

fn pieces(scene: &Scene) -> Vec<Piece> {
    let mut items: Vec<_> = scene.items.iter().collect();
    items.sort_by_key(|item| item.height);
    let piece = |item: &&quintet_core::scene::Item| Piece {
        owner: item.owner,
        value: item.value.map_or_else(String::new, |value| value.to_string()),
        cells: item.cells.clone(),
        kind: match item.kind {
            Kind::Peg => "peg",
            Kind::Totem => "totem",
            _ => "",
        },
    };
    let mut pieces: Vec<Piece> = items.iter().map(piece).collect();
    pieces.sort_by_key(|piece| (piece.kind, piece.cells.clone()));
    pieces
}

/// What each player holds, by what sentences call it: a length, a value, or the player's name.
fn hands(scene: &Scene) -> [BTreeMap<String, u32>; 2] {
    Player::BOTH.map(|player| {
        let trays = scene.trays.iter().filter(|tray| tray.owner == Some(player));
        let pieces = trays.flat_map(|tray| &tray.pieces);
        let called = |piece: &quintet_core::scene::Piece| match (piece.length, piece.value) {
            (2.., _) => piece.length.to_string(),
            (_, Some(value)) => value.to_string(),
            _ => piece.name.clone(),
        };
        pieces.map(|piece| (called(piece), piece.count)).collect()
    })
}

fn follow(id: &str, variant: &str) {
    let game = standard().find(id).expect("a game");
    let number: Variant = game.info().variant(variant).expect("a variant");
    let mut truth = game.start(number);
    let mut listener = Listener::new(truth.as_ref());
    let arguments = ["play", id, "--variant", variant, "--plain", "--board", "never"];
    let seats = ["--first", "human", "--second", "human"];
    let mut dialogue = Dialogue::begin(&[&arguments[..], &seats].concat());
    let mut dice = Dice::new(SEED);
    for ply in 0..LONGEST {
        let Some(mv) = truth.random_move(&mut dice) else { break };
        // The swap comes only once, and chance rarely finds it.
        let mv = if ply == 1 && variant == "pie" { "swap".to_owned() } else { mv };
        truth.play(&mv).expect("a legal move");
        let heard = dialogue.say(&mv);
        let mut lines = heard.lines().skip_while(|line| !line.contains(" plays ")).skip(1);
        let told = lines.next().unwrap_or_else(|| panic!("nothing is told: {heard}"));
        let status: Vec<&str> = lines.collect();
        listener.hear(told, &status.join(" "));
        let scene = truth.scene(&[]);
        let context = format!("{id} {variant}, seed {SEED}, move {ply}: {heard}");
        assert_eq!(listener.sorted(), pieces(&scene), "{context}");
        assert_eq!(listener.hands, hands(&scene), "{context}");
        let turn = truth.finish().is_none().then(|| truth.turn());
        assert_eq!(listener.turn.filter(|_| turn.is_some()), turn, "{context}");
    }
    dialogue.end("quit");
}

#[test]
fn whole_games_can_be_followed_by_ear() {
    // A listener knows how the pieces of these are spoken of; others are told in other words.
    for id in ["yoxii", "isaac", "qawale", "differo", "momentum"] {
        let game = standard().find(id).expect("a game");
        for variant in game.info().variants {
            follow(game.info().id, variant.id);
        }
    }
}
