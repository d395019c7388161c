//! Questions to the pool. Nothing here depends on how fast the machine is.

use quintet_core::Variant;

use super::queue::MOST_ENGINES;
use super::*;

fn question(kind: Kind, whose: &str, brain: &str) -> Question {
    Question {
        kind,
        person: whose.into(),
        game: whose.into(),
        played: quintet_catalog::standard().find("yoxii").unwrap().start(Variant::default()),
        brain: brain.parse().unwrap(),
        seed: 7,
        limits: Limits::default(),
        time: None,
        lines: 1,
    }
}

/// A question whose answer nobody reads.
fn asked(question: Question) -> Asked {
    Asked { question, tell: mpsc::channel(1).0, reply: oneshot::channel().0 }
}

#[tokio::test]
async fn the_same_seed_gives_the_same_move() {
    let pool = Pool::new(quintet_catalog::standard(), 2);
    let mut moves = Vec::new();
    for _ in 0..3 {
        let thinking = pool.ask(question(Kind::Move, "a", "level:3")).unwrap();
        moves.push(thinking.answer().await.unwrap().line[0].clone());
    }
    assert_eq!(moves[0], moves[1]);
    assert_eq!(moves[1], moves[2]);
    pool.stop();
}

#[tokio::test]
async fn thinking_ends_when_its_time_is_up() {
    let pool = Pool::new(quintet_catalog::standard(), 1);
    let tireless = Question {
        time: Some(Duration::from_millis(20)),
        ..question(Kind::Analysis, "a", "level:8")
    };
    assert!(pool.ask(tireless).unwrap().answer().await.is_some());
    pool.stop();
}

#[tokio::test]
async fn what_nobody_waits_for_is_stopped() {
    let pool = Pool::new(quintet_catalog::standard(), 1);
    let mut endless = pool.ask(question(Kind::Move, "a", "level:8")).unwrap();
    assert!(endless.report().await.is_some(), "it thinks");
    let waits = pool.ask(question(Kind::Move, "b", "random")).unwrap();
    let waits_in_vain = pool.ask(question(Kind::Move, "c", "random")).unwrap();
    drop(waits_in_vain);
    assert_eq!(pool.waiting(), 1);
    drop(endless);
    assert!(waits.answer().await.is_some());
    pool.stop();
}

#[tokio::test]
async fn an_analysis_gives_way_to_a_move_and_goes_on_after_it() {
    let pool = Pool::new(quintet_catalog::standard(), 1);
    let mut endless = pool.ask(question(Kind::Analysis, "a", "level:8")).unwrap();
    assert!(endless.report().await.is_some());
    for number in 0..3 {
        let mv = pool.ask(question(Kind::Move, &number.to_string(), "random")).unwrap();
        assert!(mv.answer().await.is_some());
    }
    // Slices follow each other; the analysis is the only one left.
    while pool.running() == 0 {
        tokio::task::yield_now().await;
    }
    drop(endless);
    pool.stop();
}

#[test]
fn games_take_turns_and_have_one_question_answered_at_a_time() {
    let queue = Queue::new(1);
    let add = |kind, whose: &str| queue.add(asked(question(kind, whose, "random"))).unwrap();
    for whose in ["flood", "flood", "flood", "quiet", "other"] {
        add(Kind::Move, whose);
    }
    add(Kind::Analysis, "study");
    let take = || queue.take().unwrap().0;
    let (flood, quiet, other) = (take(), take(), take());
    assert_eq!([&flood, &quiet, &other].map(|it| it.game.as_str()), ["flood", "quiet", "other"]);
    // The rest of the flood has to wait until its first is done; study takes the thread meanwhile.
    assert_eq!(take().game, "study");
    assert_eq!(queue.waiting(), 2);
    queue.end_turn(&flood, Kind::Move, None);
    assert_eq!(take().game, "flood");
}

#[test]
fn however_many_take_turns_few_engines_wait() {
    let queue = Queue::new(1);
    for number in 0..40 {
        queue.add(asked(question(Kind::Analysis, &number.to_string(), "random"))).unwrap();
    }
    // All had a turn and gave way.
    for _ in 0..40 {
        let (ticket, mut job, _) = queue.take().unwrap();
        job.engine = Some(quintet_catalog::standard().games()[0].engine(&job.question.brain, 1));
        queue.end_turn(&ticket, Kind::Analysis, Some(job));
    }
    let mut again: Vec<_> = (0..40).map(|_| queue.take().unwrap()).collect();
    assert_eq!(again.iter().filter(|(_, job, _)| job.engine.is_some()).count(), MOST_ENGINES);
    // Once those are done with, there is room for others.
    let (ticket, mut job, _) = again.pop().unwrap();
    job.engine = Some(quintet_catalog::standard().games()[0].engine(&job.question.brain, 1));
    queue.end_turn(&ticket, Kind::Analysis, Some(job));
    assert!(queue.take().unwrap().1.engine.is_some());
}

#[test]
fn whoever_waits_behind_the_other_line_is_told_of_its_turns_too() {
    let queue = Queue::new(1);
    let add = |kind, whose: &str| queue.add(asked(question(kind, whose, "random"))).unwrap();
    let seconds = |kind, ticket| queue.wait(kind, ticket).unwrap().seconds;
    for whose in 0..8 {
        add(Kind::Analysis, &whose.to_string());
    }
    let study = add(Kind::Analysis, "ann");
    // A turn takes a quarter of a second as long as none was measured.
    assert_eq!(seconds(Kind::Analysis, &study), 2);
    let play = add(Kind::Move, "bob");
    assert_eq!(
        seconds(Kind::Analysis, &study),
        8,
        "before each turn of study there are three of play"
    );
    for whose in 0..12 {
        add(Kind::Move, &format!("{whose} plays"));
    }
    let last = add(Kind::Hint, "cid");
    assert_eq!(seconds(Kind::Move, &play), 0, "it is next");
    assert_eq!(seconds(Kind::Hint, &last), 5, "thirteen of play, and four or so of study");
}

#[test]
fn twenty_guests_of_one_network_do_not_make_another_wait_for_twenty_moves() {
    let queue = Queue::new(1);
    let add = |person: String| {
        let question = Question {
            game: person.clone(),
            person: person.as_str().into(),
            ..question(Kind::Move, "", "random")
        };
        queue.add(asked(question)).unwrap()
    };
    add("203.0.113.1 eve".into());
    let (running, ..) = queue.take().unwrap();
    for guest in 0..20 {
        add(format!("203.0.113.1 {guest}"));
    }
    let honest = add("192.0.2.1 ann".into());
    assert_eq!(
        queue.wait(Kind::Move, &honest).unwrap().ahead,
        2,
        "one that runs, and one of theirs"
    );
    queue.end_turn(&running, Kind::Move, None);
    let mut taken = Vec::new();
    for _ in 0..3 {
        let (ticket, ..) = queue.take().unwrap();
        queue.end_turn(&ticket, Kind::Move, None);
        taken.push(ticket.person.name().to_owned());
    }
    assert_eq!(taken, ["0", "ann", "1"]);
}

#[test]
fn a_network_never_fills_the_line_of_moves() {
    let queue = Queue::new(1);
    let add = |network: &str, guest: usize| {
        let person = Person::from(format!("{network} {guest}").as_str());
        queue.add(asked(Question { person, ..question(Kind::Move, "", "random") }))
    };
    let full = (0..).find_map(|number| add("203.0.113.1", number / 200).err()).unwrap();
    assert!(matches!(full, Full::Network { most, .. } if most == queue.waiting()), "{full:?}");
    assert!(full.to_string().contains("from your network are in line already"), "{full}");
    assert!(add("192.0.2.1", 0).is_ok());
}

#[test]
fn thirty_games_of_one_person_do_not_make_another_wait_for_thirty_moves() {
    let queue = Queue::new(1);
    let add = |person: &str, game: usize| {
        let question = Question {
            person: person.into(),
            game: format!("{person} {game}"),
            ..question(Kind::Move, "", "random")
        };
        queue.add(asked(question)).unwrap()
    };
    let (running, ..) = {
        add("eve", 0);
        queue.take().unwrap()
    };
    for game in 1..29 {
        add("eve", game);
    }
    let last = add("eve", 29);
    let honest = add("ann", 0);
    let ahead = |ticket| queue.wait(Kind::Move, ticket).map(|wait| wait.ahead);
    assert_eq!(ahead(&honest), Some(2), "the one that runs, and one of eve's");
    assert_eq!(ahead(&last), Some(30), "the one that runs, 28 of her own and ann's");
    assert_eq!(ahead(&running), None, "it waits no longer");
    queue.end_turn(&running, Kind::Move, None);
    let mut taken = Vec::new();
    for _ in 0..2 {
        let (ticket, ..) = queue.take().unwrap();
        queue.end_turn(&ticket, Kind::Move, None);
        taken.push(ticket.person.name().to_owned());
    }
    assert_eq!(taken, ["eve", "ann"]);
}

#[tokio::test]
async fn the_line_of_analyses_has_a_share_for_each_person() {
    let pool = Pool::new(quintet_catalog::standard(), 1);
    let mut first = pool.ask(question(Kind::Analysis, "eve", "level:8")).unwrap();
    assert!(first.report().await.is_some());
    let mut waiting = Vec::new();
    let full = loop {
        match pool.ask(question(Kind::Analysis, "eve", "level:8")) {
            Ok(thinking) => waiting.push(thinking),
            Err(full) => break full,
        }
        assert!(waiting.len() < 40, "one person fills the line");
    };
    assert!(matches!(full, Full::Share { most, .. } if most == waiting.len()), "{full:?}");
    assert!(full.to_string().contains("of your questions are in line already"), "{full}");
    for person in 0..40 {
        let asked = pool.ask(question(Kind::Analysis, &person.to_string(), "random"));
        waiting.push(asked.expect("others find a place"));
    }
    let wait = waiting.last().unwrap().place().wait().unwrap();
    assert!(wait.ahead >= 40 && wait.seconds >= 1, "{wait:?}");
    pool.stop();
}

#[tokio::test]
async fn lines_of_a_kind_are_bounded() {
    let pool = Pool::new(quintet_catalog::standard(), 1);
    let mut first = pool.ask(question(Kind::Move, "busy", "level:8")).unwrap();
    assert!(first.report().await.is_some());
    let mut waiting = Vec::new();
    let full = loop {
        match pool.ask(question(Kind::Hint, &waiting.len().to_string(), "random")) {
            Ok(thinking) => waiting.push(thinking),
            Err(full) => break full,
        }
        assert!(waiting.len() < 1_000);
    };
    let told = full.to_string();
    assert!(told.starts_with("too much is being thought about: "), "{told}");
    waiting.truncate(10);
    assert_eq!(pool.waiting(), 10);
    assert!(pool.ask(question(Kind::Hint, "late", "random")).is_ok());
    pool.stop();
}

#[tokio::test]
async fn an_engine_that_was_kept_moves_as_a_new_one_would() {
    let moves = async |game: &str| {
        let pool = Pool::new(quintet_catalog::standard(), 1);
        let mut moves = Vec::new();
        for seed in [7, 8, 7] {
            let question = Question { seed, ..question(Kind::Move, game, "level:4") };
            // A name of its own each time finds no engine that was kept.
            let name = if game.is_empty() { format!("{}", moves.len()) } else { game.to_owned() };
            let question = Question { game: name, ..question };
            moves.push(pool.ask(question).unwrap().answer().await.unwrap().line);
        }
        pool.stop();
        moves
    };
    assert_eq!(moves("the same").await, moves("").await);
}

#[tokio::test]
async fn an_engine_that_thinks_for_a_time_goes_on_with_what_it_found() {
    let lines = async |brain: &str, begins: bool| {
        let pool = Pool::new(quintet_catalog::standard(), 1);
        let game = quintet_catalog::standard().find("momentum").unwrap();
        let mut played = game.start(Variant::default());
        let think = async |played: &dyn AnyMatch, name: &str, nodes| {
            let limits = Limits { nodes: Some(nodes), depth: None };
            let played = played.boxed_clone();
            let question = Question { played, limits, ..question(Kind::Move, name, brain) };
            pool.ask(question).unwrap().answer().await.unwrap()
        };
        let first = think(played.as_ref(), "a", 20_000).await;
        for mv in &first.line[..2] {
            played.play(mv).unwrap();
        }
        // Hardly anything can be found now: what is told was found before, or by somebody else for another game.
        let second = think(played.as_ref(), if begins { "b" } else { "a" }, 8).await;
        pool.stop();
        (first.line, second.line)
    };
    let (expected, goes_on) = lines("level:8", false).await;
    let (_, begins) = lines("level:8", true).await;
    assert!(expected.len() > 3, "it looks ahead: {expected:?}");
    assert!(goes_on.len() > begins.len() + 1, "{goes_on:?}, and {begins:?} without");
    // A level with so many positions a move plays as if it had just come.
    assert_eq!(lines("level:7", false).await, lines("level:7", true).await);
}

#[tokio::test]
async fn an_engine_that_panics_ends_neither_the_thread_nor_others() {
    let pool = Pool::new(quintet_catalog::standard(), 1);
    let mut over = question(Kind::Move, "over", "level:3");
    while let Some(mv) = over.played.random_move(&mut quintet_catalog::Dice::new(3)) {
        over.played.play(&mv).unwrap();
    }
    assert!(pool.ask(over).unwrap().answer().await.is_none());
    assert!(pool.ask(question(Kind::Move, "b", "random")).unwrap().answer().await.is_some());
    pool.stop();
}

#[tokio::test]
async fn a_stopped_pool_answers_nobody() {
    let pool = Pool::new(quintet_catalog::standard(), 1);
    let endless = pool.ask(question(Kind::Move, "a", "level:8")).unwrap();
    let waits = pool.ask(question(Kind::Move, "b", "random")).unwrap();
    pool.stop();
    assert!(waits.answer().await.is_none());
    drop(endless);
    assert!(pool.ask(question(Kind::Move, "c", "random")).is_err());
}
