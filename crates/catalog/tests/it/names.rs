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
    for name in [
        "",
        "chess",
        "random:1",
        "random:",
        "level",
        "level:0",
        "level:9",
        "mcts:nodes=0",
        "mcts:hash=0MB",
        "mcts:hash=99999999MB",
        "mcts:threads=0",
        "mcts:time=-1s",
        "mcts:time=NaNs",
        "alphabeta:plain",
        "alphabeta:nodes",
    ] {
        let error = name.parse::<Brain>().expect_err(name).to_string();
        assert!(error.starts_with("expected a computer player (random, greedy,"), "{error}");
    }
}
