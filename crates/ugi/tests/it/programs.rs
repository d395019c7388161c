//! Programs that play: a good one, and every way in which a program can fail. Each is a shell script.

use std::path::Path;
use std::time::{Duration, Instant};

use quintet_catalog::{AnyGame, AnyMatch, Limits, Report, Score};
use quintet_core::{Ending, Variant};
use quintet_players::{Budget, Fault, Forfeit, Pace, ProgramSpec, Thinker as _};
use quintet_ugi::{Patience, Program};

const MS: Duration = Duration::from_millis(1);

/// Long enough for a busy machine where an answer comes.
const PATIENCE: Patience = Patience {
    ready: Duration::from_mins(1),
    ugi: Duration::from_secs(30),
    grace: Duration::from_secs(2),
    sign: Duration::from_secs(2),
    silence: Duration::from_secs(20),
};

/// Short where none will come.
const HASTE: Patience = Patience {
    ready: Duration::from_secs(2),
    ugi: Duration::from_millis(100),
    grace: Duration::from_millis(200),
    sign: Duration::from_millis(200),
    silence: Duration::from_millis(400),
};

fn momentum() -> &'static dyn AnyGame {
    quintet_catalog::standard().find("momentum").expect("a game")
}

fn start() -> Box<dyn AnyMatch> {
    momentum().start(Variant::default())
}

/// A shell script that answers lines: `cases` are those of its `case`, before the usual ones.
fn script(cases: &str) -> String {
    let usual = "ugi) echo id name fake; echo ugiok;; isready) echo readyok;; quit) exit;;";
    format!("sh -c 'while read -r line; do case \"$line\" in {cases} {usual} esac; done'")
}

fn begin(patience: Patience, command: &str) -> Result<Program, Forfeit> {
    Program::start_with(patience, &ProgramSpec::plain(command), momentum(), Variant::default())
}

fn program(cases: &str) -> Program {
    begin(PATIENCE, &script(cases)).expect("a program")
}

fn timed(time: Duration) -> Budget {
    Budget { pace: Pace::MoveTime(time), ..Budget::default() }
}

fn choose(program: &mut Program, budget: &Budget) -> Result<String, Forfeit> {
    let mv = program.choose(start().as_ref(), budget, &mut |_| {});
    mv.map(|mv| mv.text().to_owned())
}

fn is_running(process: u32) -> bool {
    Path::new(&format!("/proc/{process}")).exists()
}

/// Drops a program and makes sure that it is gone, not even a zombie left.
fn dismiss(program: Program) {
    let process = program.process_id();
    assert!(is_running(process), "a process that was not waited for is there, dead or alive");
    drop(program);
    assert!(!is_running(process), "process {process} is left over");
}

/// How a program fails at its first move.
fn failure(cases: &str, budget: &Budget) -> Forfeit {
    let mut program = program(cases);
    let forfeit = choose(&mut program, budget).expect_err("a failure");
    let process = program.process_id();
    drop(program);
    assert!(!is_running(process), "process {process} is left over");
    forfeit
}

#[test]
fn a_good_program_plays_and_tells_what_it_thinks() {
    let mut program = program(
        "go*) echo info depth 3 nodes 70 score mate 5 pv d4 a1 zz; echo hello; echo bestmove d4;;",
    );
    let mut told = Vec::new();
    for _ in 0..3 {
        program.new_game().unwrap();
        let mv = program
            .choose(start().as_ref(), &timed(50 * MS), &mut |report| told.push(report.clone()));
        assert_eq!(mv.unwrap().text(), "d4");
    }
    let line = vec!["d4".into(), "a1".into()];
    let report = Report { rank: 0, depth: 3, nodes: 70, score: Score::Win(5), line };
    assert_eq!(told, [report.clone(), report.clone(), report]);
    dismiss(program);
}

/// What a program is told from its start to its end: in a game from the start, and in one from a position.
fn overheard(name: &str, cases: &str) -> String {
    let file = std::env::temp_dir().join(format!("quintet-{name}-{}", std::process::id()));
    let log = format!("do echo \"$line\" >> {}; case", file.display());
    let command = script(cases).replace("do case", &log);
    let pie = momentum().info().variant("pie").expect("a variant");
    let spec = ProgramSpec::plain(&command);
    let mut program = Program::start_with(PATIENCE, &spec, momentum(), pie).expect("a program");
    program.new_game().expect("ready");
    let mut played = momentum().start(pie);
    let clock = Pace::Clock { remaining: [1000 * MS, 900 * MS], increment: [10 * MS, 5 * MS] };
    let budget = Budget { pace: clock, ..Budget::default() };
    let mv = program.choose(played.as_ref(), &budget, &mut |_| {}).expect("a move");
    played.make(&mv).expect("legal");
    played.play("a1").expect("legal");
    let limits = Limits { nodes: Some(9), depth: None };
    let budget = Budget { limits, ..timed(50 * MS) };
    program.choose(played.as_ref(), &budget, &mut |_| {}).expect("a move");
    let set_up = momentum().set_up(pie, "7/7/7/3O3/7/7/7 x 2").expect("a position");
    program.choose(set_up.as_ref(), &Budget::default(), &mut |_| {}).expect("a move");
    dismiss(program);
    let heard = std::fs::read_to_string(&file).expect("its log");
    std::fs::remove_file(file).expect("its log");
    heard
}

/// Plays a free cell each time.
const PLAY: &str = "*moves*) m=b3;; position*) m=c2;; go*) echo bestmove $m;;";

#[test]
fn a_program_is_told_the_whole_game_and_its_time() {
    let offer = "ugi) echo option name game type combo default isaac; \
                 echo option name Variant type combo; echo ugiok;;";
    assert_eq!(
        overheard("ugi", &format!("{offer} {PLAY}")),
        "ugi
setoption name game value momentum
setoption name Variant value pie
isready
uginewgame
isready
position startpos
isready
go p1time 1000 p2time 900 p1inc 10 p2inc 5
position startpos moves c2 a1
isready
go movetime 50 nodes 9
position fen 7/7/7/3O3/7/7/7 x 2
isready
go
quit
"
    );
}

#[test]
fn a_program_that_knows_only_uci_is_spoken_to_in_uci() {
    let cases = format!("ugi) echo what;; uci) echo uciok;; {PLAY}");
    let file = std::env::temp_dir().join(format!("quintet-uci-{}", std::process::id()));
    let log = format!("do echo \"$line\" >> {}; case", file.display());
    let patience = Patience { ugi: 50 * MS, ..PATIENCE };
    let mut program = begin(patience, &script(&cases).replace("do case", &log)).unwrap();
    program.new_game().unwrap();
    let clock = Pace::Clock { remaining: [1000 * MS, 900 * MS], increment: [10 * MS, 5 * MS] };
    let budget = Budget { pace: clock, ..Budget::default() };
    assert_eq!(choose(&mut program, &budget), Ok("c2".into()));
    dismiss(program);
    let heard = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    assert_eq!(
        heard,
        "ugi
uci
isready
ucinewgame
isready
position startpos
isready
go wtime 1000 btime 900 winc 10 binc 5
quit
"
    );
}

#[test]
fn a_command_that_cannot_be_started_says_so() {
    let failure = |command| begin(HASTE, command).err().unwrap().to_string();
    assert_eq!(failure(" "), "` ` cannot be started: the command is empty");
    assert_eq!(failure("sh 'x"), "`sh 'x` cannot be started: a quote is not closed");
    let missing = failure("/no/such/engine --fast");
    assert!(
        missing.starts_with("`/no/such/engine --fast` cannot be started: No such"),
        "{missing}"
    );
}

#[test]
fn a_program_that_does_not_introduce_itself_forfeits() {
    let silent = begin(HASTE, "sleep 1000").err().unwrap();
    assert!(matches!(&silent.fault, Fault::Silence { asked, .. } if asked == "ugi"), "{silent}");
    let chatty = begin(HASTE, &script("ugi|uci) echo what is it;;")).err().unwrap();
    assert_eq!(chatty.to_string(), "said `what is it` instead of ugiok");
    let flood = begin(PATIENCE, "yes").err().unwrap();
    assert_eq!(flood.to_string(), "said `y` instead of ugiok");
    let gone = begin(PATIENCE, "true").err().unwrap();
    assert_eq!(gone.to_string(), "crashed: exit status: 0");
    let unready = begin(HASTE, "sh -c 'echo ugiok; while read -r line; do :; done'");
    let unready = unready.err().unwrap();
    assert!(
        matches!(&unready.fault, Fault::Silence { asked, .. } if asked == "isready"),
        "{unready}"
    );
}

#[test]
fn a_crash_is_told_with_its_last_words() {
    let crash =
        failure("go*) echo ouch >&2; echo out of cells >&2; echo >&2; exit 3;;", &timed(MS));
    assert_eq!(crash.to_string(), "crashed: exit status: 3; last words: ouch / out of cells");
    assert_eq!(crash.ending(), Ending::Forfeit);
    let killed = failure("go*) kill -9 $$;;", &timed(MS));
    assert_eq!(killed.to_string(), "crashed: signal: 9 (SIGKILL)");
}

#[test]
fn options_and_limits_of_its_own_reach_the_program_and_all_is_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("talk.log");
    let offer = "ugi) echo option name Own Book type string; echo ugiok;;";
    let spec = ProgramSpec {
        command: script(&format!("{offer} go*) echo hm >&2; echo bestmove d4;;")),
        options: vec![("own book".into(), "a b".into())],
        time: Some(70 * MS),
        nodes: Some(5),
        log: Some(log.clone()),
        ..ProgramSpec::default()
    };
    let start =
        |spec: &ProgramSpec| Program::start_with(PATIENCE, spec, momentum(), Variant::default());
    let mut program = start(&spec).unwrap();
    assert_eq!(program.own_time(), Some(70 * MS));
    assert_eq!(choose(&mut program, &timed(MS)), Ok("d4".into()));
    let process = program.process_id().to_string();
    dismiss(program);
    let text = std::fs::read_to_string(&log).unwrap();
    let said = |line: &&str| line.split_whitespace().skip(2).collect::<Vec<_>>().join(" ");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().all(|line| line.starts_with(&process)), "{text}");
    let lines: Vec<String> = lines.iter().map(said).collect();
    for line in [
        "> setoption name Own Book value a b",
        "> go movetime 70 nodes 5",
        "< bestmove d4",
        "! hm",
        "> quit",
    ] {
        assert!(lines.iter().any(|other| other == line), "no `{line}` in\n{text}");
    }

    let unknown = ProgramSpec { options: vec![("Hash".into(), "1".into())], ..spec.clone() };
    let refused = start(&unknown).err().unwrap().to_string();
    assert!(refused.ends_with("it has no option `Hash`; it has Own Book"), "{refused}");
    let nowhere = ProgramSpec { log: Some("/no/such/folder/log".into()), ..spec };
    let refused = start(&nowhere).err().unwrap().to_string();
    assert!(refused.contains("its log /no/such/folder/log: No such file"), "{refused}");
}

#[test]
fn a_program_may_have_its_own_time_to_start() {
    let spec = |command: &str, start| ProgramSpec { start, ..ProgramSpec::plain(command) };
    let begin = |patience, spec: &ProgramSpec| {
        Program::start_with(patience, spec, momentum(), Variant::default())
    };
    let none = Patience { ready: Duration::ZERO, ..PATIENCE };
    let ready = spec(&script(""), Some(Duration::from_mins(1)));
    dismiss(begin(none, &ready).unwrap());
    let mute = spec("sh -c 'while read -r line; do :; done'", Some(50 * MS));
    let silent = begin(PATIENCE, &mute).err().unwrap();
    assert!(matches!(&silent.fault, Fault::Silence { asked, .. } if asked == "ugi"), "{silent}");
}

#[test]
fn a_description_that_a_program_does_not_fit_is_told_as_such() {
    let offer = "ugi) echo option name Game type string; echo option name File type string; \
                 echo option name Clear type button; echo ugiok;;";
    let start = |name: &str, value: &str| {
        let options = vec![(name.into(), value.into())];
        let spec = ProgramSpec { options, ..ProgramSpec::plain(&script(offer)) };
        Program::start_with(PATIENCE, &spec, momentum(), Variant::default())
    };
    for (name, value, problem) in [
        ("Book", "x", "it has no option `Book`; it has Game, File, Clear"),
        ("game", "yoxii", "its option Game is momentum here, not `yoxii`"),
        ("Clear", "now", "its option Clear takes no value, being a button, not `now`"),
        ("File", "a\nquit", "its option File takes text in one line, not `a quit`"),
    ] {
        let refused = start(name, value).err().unwrap();
        assert!(matches!(refused.fault, Fault::Setting(_)), "{refused}");
        assert!(refused.to_string().starts_with("cannot be set up: "), "{refused}");
        assert!(refused.to_string().contains(problem.split('`').next().unwrap()), "{refused}");
    }
    for (name, value) in [("Game", "Momentum"), ("Clear", ""), ("File", "a b")] {
        dismiss(start(name, value).unwrap());
    }
}

#[test]
fn a_program_that_does_not_play_the_game_is_not_let_in() {
    let offer = "option name Game type combo default yoxii var yoxii var Momentum Two";
    let refused = begin(PATIENCE, &script(&format!("ugi) echo {offer}; echo ugiok;;")));
    assert_eq!(
        refused.err().unwrap().to_string(),
        "cannot be set up: it does not play momentum: its option Game takes yoxii, Momentum Two"
    );
    let plays = format!("ugi) echo {offer} var MOMENTUM; echo ugiok;;");
    dismiss(begin(PATIENCE, &script(&plays)).unwrap());
}

#[test]
fn a_program_that_cannot_be_told_the_variant_is_remarked_on() {
    let pie = momentum().info().variant("pie").expect("a variant");
    let remark = |variant, offer: &str| {
        let command = script(&format!("ugi) {offer} echo ugiok;;"));
        let spec = ProgramSpec::plain(&command);
        let program = Program::start_with(PATIENCE, &spec, momentum(), variant).expect("it starts");
        program.remark()
    };
    let none = Some("has no option Variant: it cannot be told that pie is played".to_owned());
    assert_eq!(remark(pie, ""), none);
    assert_eq!(remark(Variant::default(), ""), None);
    assert_eq!(remark(pie, "echo option name Variant type string;"), None);
    // The variants that it names may be those of another game, unless it plays only one.
    let other = "echo option name Variant type combo default standard var standard;";
    let told = "does not offer it: it cannot be told that pie is played";
    assert_eq!(remark(pie, other), Some(told.into()));
    assert_eq!(remark(pie, &format!("{other} echo option name Game type string;")), None);
}

#[test]
fn a_program_that_says_it_has_no_move_is_told_that_the_game_goes_on() {
    for word in ["none", "0000"] {
        let none = failure(&format!("go*) echo bestmove {word};;"), &timed(MS)).to_string();
        assert_eq!(none, "gave no move though the game goes on");
    }
}

#[test]
fn a_score_without_a_line_counts_and_keeps_the_line_before_it() {
    let mut program = program(
        "go*) echo info depth 1 score cp 20; echo info depth 2 score cp 30 pv d4; echo info depth 3 score cp 40; \
         echo info depth 3 multipv 2 score cp 1; echo bestmove d4;;",
    );
    let mut told = Vec::new();
    let mv = program.choose(start().as_ref(), &timed(MS), &mut |report| {
        told.push((report.rank, report.score, report.line.join(" ")));
    });
    assert_eq!(mv.unwrap().text(), "d4");
    let told: Vec<_> =
        told.iter().map(|(rank, score, line)| (*rank, *score, line.as_str())).collect();
    let estimates = [(0, 20, ""), (0, 30, "d4"), (0, 40, "d4"), (1, 1, "")];
    assert_eq!(told, estimates.map(|(rank, score, line)| (rank, Score::Estimate(score), line)));
    dismiss(program);
}

/// Waits until a process has ended; one that nobody waits for may stay as a zombie.
fn ends(process: &str) -> bool {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        if stat.is_empty() || stat.contains(") Z ") {
            return true;
        }
        if Instant::now() > deadline {
            return false;
        }
        std::thread::yield_now();
    }
}

#[test]
fn what_a_program_started_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let id = folder.path().join("id");
    // It hangs together with what it started, or ends well and leaves that behind.
    for cases in ["go*) sleep 1000 & echo $! > ID; wait;;", "go*) sleep 1000 & echo $! > ID;;"] {
        let cases = cases.replace("ID", id.to_str().unwrap());
        let mut program = begin(PATIENCE, &script(&cases)).unwrap();
        let patience = Duration::from_secs(1);
        choose(&mut program, &timed(patience)).unwrap_err();
        dismiss(program);
        let started = std::fs::read_to_string(&id).unwrap();
        assert!(ends(started.trim()), "{cases}: {started} is left over");
    }
}

#[test]
fn who_is_stopped_does_not_wait_for_a_program_that_does_not_get_ready() {
    let cases = "position*) lost=1;; isready) if [ -z \"$lost\" ]; then echo readyok; fi;;";
    let mut program = program(cases);
    let begun = Instant::now();
    let budget = Budget::default();
    budget.stop.set();
    let silent = choose(&mut program, &budget).unwrap_err();
    assert!(
        matches!(&silent.fault, Fault::Silence { asked, .. } if asked == "isready"),
        "{silent}"
    );
    assert!(begun.elapsed() < PATIENCE.ready, "{:?}", begun.elapsed());
    dismiss(program);
}

#[test]
fn an_illegal_move_is_told_with_the_rule() {
    let unreadable = failure("go*) echo bestmove z9;;", &timed(MS)).to_string();
    assert!(unreadable.starts_with("made an illegal move: expected "), "{unreadable}");
    let none = failure("go*) echo bestmove;;", &timed(MS)).to_string();
    assert_eq!(none, "said `bestmove` instead of bestmove and a move");
    let mut program = program("go*) echo bestmove d4;;");
    let mut played = start();
    played.play("d4").unwrap();
    let taken = program.choose(played.as_ref(), &timed(MS), &mut |_| {}).unwrap_err().to_string();
    assert!(taken.starts_with("made an illegal move: d4: "), "{taken}");
    dismiss(program);
}

#[test]
fn a_program_that_is_late_but_alive_oversteps_its_time() {
    for cases in ["go*) ;;", "go*) echo info depth 1;;", "go*) ;; stop) echo bestmove d4;;"] {
        // Late after no time at all; its sign of life comes when the machine has time for it.
        let patience = Patience { grace: 50 * MS, sign: Duration::from_mins(1), ..PATIENCE };
        let mut program = begin(patience, &script(cases)).unwrap();
        let begun = Instant::now();
        let late = choose(&mut program, &timed(50 * MS)).unwrap_err();
        assert!(
            matches!(late.fault, Fault::Overtime { allowed, .. } if allowed == 50 * MS),
            "{late}"
        );
        assert!(begun.elapsed() >= 100 * MS);
        assert_eq!(late.ending(), Ending::Time);
        dismiss(program);
    }
}

#[test]
fn a_program_that_hangs_is_silent() {
    let mut program = program("go*) exec sleep 1000;;");
    let silent = choose(&mut program, &timed(50 * MS)).unwrap_err();
    assert!(matches!(&silent.fault, Fault::Silence { asked, .. } if asked == "go"), "{silent}");
    dismiss(program);
}

#[test]
fn a_program_that_talks_nonsense_forfeits() {
    let garbage = failure("go*) echo I like d4;;", &timed(50 * MS));
    assert_eq!(garbage.to_string(), "said `I like d4` instead of bestmove");
    let flood = failure("go*) exec yes;;", &Budget::default());
    assert_eq!(flood.to_string(), "said `y` instead of bestmove");
    let bytes = failure("go*) exec cat /dev/urandom;;", &Budget::default());
    assert!(matches!(bytes.fault, Fault::Garbage { .. }), "{bytes}");
    let endless = failure("go*) exec cat /dev/zero;;", &timed(50 * MS));
    assert!(matches!(endless.fault, Fault::Silence { .. }), "{endless}");
}

#[test]
fn without_a_clock_a_program_may_think_as_long_as_it_is_alive() {
    // It answers after the time for which it may be silent, but to isready in between.
    let cases = "go*) n=0;; isready) echo readyok; n=$((n+1)); \
                 if [ $n = 3 ]; then echo bestmove d4; fi;;";
    let patience = Patience { silence: 3000 * MS, ..PATIENCE };
    let mut patient = begin(patience, &script(cases)).unwrap();
    let begun = Instant::now();
    assert_eq!(choose(&mut patient, &Budget::default()), Ok("d4".into()));
    assert!(begun.elapsed() >= 3000 * MS);
    dismiss(patient);

    let mut dead =
        begin(Patience { silence: 200 * MS, ..PATIENCE }, &script("go*) exec sleep 99;;"));
    let silent = choose(dead.as_mut().unwrap(), &Budget::default()).unwrap_err();
    assert!(matches!(&silent.fault, Fault::Silence { asked, .. } if asked == "go"), "{silent}");
}

#[test]
fn the_stop_signal_reaches_the_program() {
    let mut program = program("go*) echo info depth 1 score cp 3 pv a1;; stop) echo bestmove g7;;");
    let budget = Budget::default();
    let stop = budget.stop.clone();
    let chosen = program.choose(start().as_ref(), &budget, &mut |_| stop.set());
    assert_eq!(chosen.unwrap().text(), "g7");
    dismiss(program);
}

#[test]
fn a_program_that_failed_is_started_anew_for_the_next_game() {
    let mut program = program("*moves*) exit 1;; go*) echo bestmove d4;;");
    let first = program.process_id();
    assert_eq!(choose(&mut program, &timed(MS)), Ok("d4".into()));
    let mut played = start();
    played.play("a1").unwrap();
    for _ in 0..2 {
        let crash = program.choose(played.as_ref(), &timed(MS), &mut |_| {});
        assert!(matches!(crash, Err(Forfeit { fault: Fault::Crash { .. }, .. })), "{crash:?}");
    }
    program.new_game().unwrap();
    assert_ne!(program.process_id(), first);
    assert!(!is_running(first));
    assert_eq!(choose(&mut program, &timed(MS)), Ok("d4".into()));
    dismiss(program);
}

#[test]
fn a_program_that_ignores_quit_and_the_end_of_its_input_is_killed() {
    let stubborn = "sh -c 'trap \"\" TERM HUP; echo ugiok; read -r a; read -r b; echo readyok; \
                    while :; do read -r line || sleep 1; done'";
    dismiss(begin(PATIENCE, stubborn).unwrap());
}

#[test]
fn what_was_said_before_the_question_is_no_answer() {
    let mut program = program("go*) echo bestmove d4; echo bestmove e5;;");
    for _ in 0..5 {
        assert_eq!(choose(&mut program, &timed(MS)), Ok("d4".into()));
    }
    dismiss(program);
}
