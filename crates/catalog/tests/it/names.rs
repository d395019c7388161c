//! The names of computer players.

use quintet_catalog::Brain;

#[test]
fn names_read_back_as_they_are_written() {
    for name in [
        "random",
        "greedy",
        "level:1",
        "level:8",
        "level:5,hash=16MB",
        "alphabeta",
        "mcts",
        "mcts:plain",
        "mcts:plain,nodes=1000",
        "mcts:time=50ms,nodes=10000,depth=8,hash=64MB,threads=2",
    ] {
        assert_eq!(name.parse::<Brain>().map(|brain| brain.to_string()), Ok(name.into()));
    }
    let second: Brain = "mcts:time=1.5s".parse().expect("a name");
    assert_eq!(second.settings().milliseconds, Some(1500));
}

#[test]
fn nonsense_names_nobody() {
    for name in ["", "chess", "random:1", "random:", "level", "level:0", "level:9", "levle:3,x=1"] {
        let error = name.parse::<Brain>().expect_err(name).to_string();
        assert!(error.starts_with("expected a computer player (random, greedy,"), "{error}");
    }
}

#[test]
fn an_option_that_nobody_has_is_named() {
    for (name, player, option) in [
        ("mcts:nodes=0", "mcts", "nodes=0"),
        ("mcts:hash=0MB", "mcts", "hash=0MB"),
        ("mcts:hash=99999999MB", "mcts", "hash=99999999MB"),
        ("mcts:plain,threads=0", "mcts:plain", "threads=0"),
        ("mcts:time=-1s", "mcts", "time=-1s"),
        ("mcts:time=NaNs", "mcts", "time=NaNs"),
        ("alphabeta:plain", "alphabeta", "plain"),
        ("alphabeta:nodes", "alphabeta", "nodes"),
        ("level:5,nodes=9,foo=3", "level:5", "foo=3"),
    ] {
        let error = name.parse::<Brain>().expect_err(name).to_string();
        assert!(error.starts_with(&format!("expected options of {player} such as ")), "{error}");
        assert!(error.ends_with(&format!("got `{option}` in `{name}`")), "{error}");
    }
}
