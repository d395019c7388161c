use std::sync::Arc;

use quintet_catalog::{Brain, Limits, Report, Score, Thought, standard};
use quintet_core::Variant;
use tempfile::TempDir;

use super::*;

/// Qawale with three plies left: a win in three moves, proved in some 1,500 positions.
const POSITION: &str = "GR,B,RGB,G/RG,RBR,RR,G/G,1,BB,1/B,G,G,1 b 1 2";

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Place {
        Place { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("proofs.txt")
    }

    fn open(&self) -> (ProofFile, Option<String>) {
        ProofFile::open(&self.path(), standard()).expect("a file of proofs")
    }

    /// Writes proofs of a game that is not played, all different and of rising work.
    fn fill(&self, count: u16, most_bytes: usize) {
        let (file, _) =
            ProofFile::open_bounded(&self.path(), standard(), most_bytes).expect("a file");
        for number in 0..count {
            file.keep(number.into(), proof(number));
        }
        file.save().expect("a folder to write to");
    }
}

fn proof(number: u16) -> Proof {
    let (least, work) = (number as i16, (number / 64) as u8);
    let mv = (!number.is_multiple_of(3)).then(|| format!("a{number}"));
    Proof { position: format!("yoxii standard {number} of all"), least, most: 31_000, mv, work }
}

/// Thinks with the proofs of a file and saves what is new.
fn think(file: ProofFile) -> Report<String> {
    let game = standard().find("qawale").expect("a game");
    let played = game.set_up(Variant::default(), POSITION).expect("a position");
    let mut engine = game.engine(&"level:8".parse::<Brain>().expect("a player"), 1);
    let file = Arc::new(file);
    engine.keep_proofs(Arc::clone(&file) as _);
    let limits = Limits { nodes: Some(40_000), depth: None };
    let thought = Thought { limits, ..Thought::default() };
    let report = engine.think(played.as_ref(), &thought, &mut |_| {});
    file.save().expect("a folder to write to");
    report
}

#[test]
fn a_second_run_knows_at_once_what_the_first_proved() {
    let place = Place::new();
    let first = think(place.open().0);
    assert!(first.score == Score::Win(3) && first.nodes > 1_000, "{first:?}");
    let (file, left_out) = place.open();
    assert!(!file.is_empty() && left_out.is_none(), "{left_out:?}");
    let second = think(file);
    assert_eq!(second, Report { nodes: 0, ..first });
}

#[test]
fn proofs_are_read_as_they_were_kept() {
    let place = Place::new();
    place.fill(300, MOST_BYTES);
    let (file, left_out) = place.open();
    assert_eq!((file.len(), left_out), (300, None));
    assert!((0..300).all(|number| file.find(number.into()) == Some(proof(number))));
    assert_eq!(file.find(300), None);
}

#[test]
fn what_is_proved_of_a_position_adds_up() {
    let place = Place::new();
    let (file, _) = place.open();
    let proof = |least, most, mv: &str| Proof {
        position: "yoxii standard x".into(),
        least,
        most,
        mv: Some(mv.into()),
        work: 3,
    };
    file.keep(7, proof(-100, 50, "a"));
    file.keep(7, proof(20, 90, "b"));
    file.keep(7, proof(-30, 40, "c"));
    assert_eq!(file.find(7), Some(proof(20, 40, "b")));
    // Another position with the same key has had more work and takes the place.
    let other = Proof { position: "yoxii standard y".into(), work: 4, ..proof(1, 2, "d") };
    file.keep(7, other.clone());
    file.keep(7, proof(20, 40, "b"));
    assert_eq!(file.find(7), Some(other));
}

#[test]
fn no_changed_bit_makes_another_proof() {
    let place = Place::new();
    place.fill(4, MOST_BYTES);
    let whole = fs::read(place.path()).expect("it was saved");
    let mut told = 0;
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(place.path(), bytes).expect("a folder to write to");
        let Ok((file, left_out)) = ProofFile::open(&place.path(), standard()) else { continue };
        told += usize::from(left_out.is_some());
        for key in 0..4 {
            let found = file.find(key.into());
            assert!(found.is_none() || found == Some(proof(key)), "bit {bit}: {found:?}");
        }
        let whole = (0..4).filter(|key| file.find(*key).is_some()).count();
        assert_eq!(file.len(), whole, "bit {bit} made a proof of nothing");
    }
    // All but the bits of the first line, which make it a file of another kind.
    assert!(told > 8 * (whole.len() - 64), "{told}");
}

#[test]
fn a_file_that_was_cut_off_gives_what_is_whole() {
    let place = Place::new();
    place.fill(10, MOST_BYTES);
    let whole = fs::read(place.path()).expect("it was saved");
    fs::write(place.path(), &whole[..whole.len() - 5]).expect("a folder to write to");
    let (file, left_out) = place.open();
    assert_eq!(file.len(), 9);
    assert!(left_out.expect("a word").contains("1 proofs are damaged"));
}

#[test]
fn another_version_and_other_rules_count_for_nothing() {
    let place = Place::new();
    place.fill(10, MOST_BYTES);
    let text = fs::read_to_string(place.path()).expect("it was saved");
    fs::write(place.path(), text.replacen("quintet proofs 1", "quintet proofs 0", 1)).unwrap();
    let (file, left_out) = place.open();
    assert!(file.is_empty() && left_out.expect("a word").contains("another version"));
    // Saved again it is one of this version.
    file.keep(1, proof(1));
    file.save().unwrap();
    assert_eq!(place.open().0.len(), 1);

    let (mut file, _) = place.open();
    file.rules.insert("yoxii", 7);
    file.keep(2, proof(2));
    file.save().unwrap();
    let (file, left_out) = place.open();
    assert_eq!(file.find(2), None);
    assert!(left_out.expect("a word").contains("2 rest on other rules"));
}

#[test]
fn a_file_of_another_kind_stays_as_it_is() {
    let place = Place::new();
    fs::write(place.path(), "my diary").unwrap();
    let error = ProofFile::open(&place.path(), standard()).err().expect("it is no such file");
    assert!(error.to_string().ends_with("it is no file of proofs, and stays as it is"), "{error}");
    assert_eq!(fs::read_to_string(place.path()).unwrap(), "my diary");
    // Also if it comes to be there meanwhile.
    fs::remove_file(place.path()).unwrap();
    let (file, _) = place.open();
    fs::write(place.path(), "my diary").unwrap();
    file.keep(1, proof(1));
    assert!(file.save().is_err());
    assert_eq!(fs::read_to_string(place.path()).unwrap(), "my diary");
    assert!(ProofFile::open(place.folder.path(), standard()).is_err(), "a folder is no file");
}

#[test]
fn the_file_keeps_to_its_bound_and_what_took_longest_stays() {
    let place = Place::new();
    let most_bytes = 4_000;
    place.fill(1_000, most_bytes);
    let length = fs::metadata(place.path()).expect("it was saved").len() as usize;
    assert!((most_bytes / 4..=most_bytes).contains(&length), "{length}");
    let (file, left_out) = ProofFile::open_bounded(&place.path(), standard(), most_bytes).unwrap();
    assert_eq!(left_out, None);
    assert!(file.find(999).is_some() && file.find(0).is_none());
    // A file that is too long is not even read to its end.
    place.fill(1_000, MOST_BYTES);
    let (file, _) = ProofFile::open_bounded(&place.path(), standard(), most_bytes).unwrap();
    assert!(file.len() < 50, "{}", file.len());
}

#[test]
fn two_who_save_lose_nothing() {
    let place = Place::new();
    let [(one, _), (other, _)] = [place.open(), place.open()];
    one.keep(1, proof(1));
    other.keep(2, proof(2));
    one.save().unwrap();
    other.save().unwrap();
    assert_eq!(place.open().0.len(), 2);
    let names: Vec<_> = fs::read_dir(place.folder.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "nothing unfinished stays: {names:?}");
}
