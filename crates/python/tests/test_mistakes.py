"""What newcomers do wrong is told in sentences that say what is right, and nothing is quietly taken for something else."""

import sys
import warnings

import gymnasium
import numpy as np
import pandas
import polars
import pytest

import quintet
import quintet.ugi
from quintet.gymnasium import AgainstPlayer
from quintet.pettingzoo import env

MOMENTUM = quintet.Game("momentum")
START = MOMENTUM.start()


def refused(match):
    return pytest.raises(quintet.QuintetError, match=match)


def bot(path, body, greeting="quintet.ugi.serve(choose, name='Bot')"):
    """A program that plays with this function body."""
    path.write_text(f"import quintet.ugi\n\ndef choose(match, limits):\n    {body}\n\n{greeting}\n")
    return f"ugi:{sys.executable} {path}"


@pytest.mark.parametrize("command", ["no-such-program", "cat", "false"])
def test_a_program_that_does_not_start_raises_before_the_first_game(command):
    told = []
    with refused(f"ugi:{command} does not play: "):
        quintet.play_match(MOMENTUM, f"ugi:{command}", "level:2", games=2, progress=told.append)
    assert told == []


def test_forfeits_are_told(tmp_path):
    player = bot(tmp_path / "bot.py", "raise KeyError('lost')")
    with pytest.warns(quintet.ForfeitWarning) as told:
        result = quintet.play_match(MOMENTUM, player, "level:2", games=2)
    assert (result.forfeits, result.a_forfeits, result.b_forfeits, result.b_wins) == (2, 2, 0, 2)
    assert [str(warning.message).split(" crashed")[0] for warning in told] == [f"game 1: {player}", f"game 2: {player}"]
    assert "KeyError: 'lost'" in str(told[0].message)
    assert told[0].filename == __file__


def test_a_function_plays_a_match(tmp_path):
    player = bot(tmp_path / "bot.py", "print('thinking'); assert limits == {'nodes': 50}; return match.legal_moves()[0]")
    for game in quintet.games():
        if game.id not in ("differo", "momentum"):
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            result = quintet.play_match(game, player, "level:2", games=2, nodes=50)
        assert (result.games, result.forfeits) == (2, 0)
        assert result.records[0].replay().result is not None


def test_a_function_answers_from_any_position():
    import io

    asked = io.StringIO("ugi\nsetoption name Game value momentum\nsetoption name Variant value pie\nisready\nposition fen 7/7/7/3X3/7/7/7 o 1 moves a1\ngo\nquit\ngo\n")
    told, seen = io.StringIO(), []

    def choose(match, limits):
        seen.append((match.game.variant, match.position.text, match.moves, limits))
        return ["cell:b2"]

    quintet.ugi.serve(choose, source=asked, sink=told)
    assert seen == [("pie", "7/7/7/3X3/7/7/O6 x 2", ["a1"], {})]
    assert told.getvalue().splitlines()[-2:] == ["readyok", "bestmove b2"]


@pytest.mark.parametrize(
    "actions",
    [np.array([1.7, 2.2]), [1.0, 2.0], np.array([True, False]), [np.nan, 1], 3, np.array([[1], [2]]), ["a", "b"], None],
    ids=str,
)
def test_actions_of_a_batch_are_whole_numbers_in_a_row(actions):
    batch = quintet.Batch(MOMENTUM, 2)
    batch.reset()
    before = batch.positions()
    with refused("expected whole numbers in one row, an action for each of the 2 games, got "):
        batch.step(actions)
    assert batch.positions() == before


@pytest.mark.parametrize("actions", [[1, 2], np.array([1, 2], np.uint8), np.array([1, 0, 2, 0])[::2]], ids=str)
def test_whole_numbers_of_any_size_are_actions(actions):
    batch = quintet.Batch(MOMENTUM, 2)
    batch.step(actions)
    assert batch.positions() == [str(START.play("b1")), str(START.play("c1"))]


@pytest.mark.parametrize("action", [4.0, True, np.float32(4), np.bool_(True), "d4", None, np.array([4, 5])], ids=str)
def test_an_action_is_a_whole_number(action):
    play = AgainstPlayer(MOMENTUM)
    play.reset(seed=1)
    with refused("expected the number of an action, got "):
        play.step(action)
    assert not play.step(np.int32(4))[2], "the game goes on"
    with refused("expected the number of an action, got "):
        quintet.Table(MOMENTUM).act(action)


def test_gymnasium_plays_between_reset_and_the_end_only():
    play = AgainstPlayer(MOMENTUM, player="level:1")
    with pytest.raises(gymnasium.error.ResetNeeded, match="expected reset.. before step..: no game has begun"):
        play.step(0)
    play.reset(seed=1)
    assert play.step(-1)[1:3] == (-1.0, True)
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game ended with an illegal action"):
        play.step(0)
    observation, _ = play.reset(seed=1)
    ended = False
    while not ended:
        observation, _, ended, _, _ = play.step(observation["action_mask"].argmax())
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game is over"):
        play.step(0)


@pytest.mark.parametrize("mode", ["rgb_array", "rgb", ""])
def test_other_render_modes_are_refused(mode):
    for make in (env, AgainstPlayer):
        with refused("expected a render_mode of human, ansi, svg or None, got "):
            make("momentum", render_mode=mode)


@pytest.mark.parametrize("ascii", [False, True])
def test_a_board_is_never_cut(game, ascii):
    start = game.start()
    with refused("expected a width of at least [0-9]+ columns for this board, got 5") as told:
        start.board(ascii=ascii, width=5)
    least = int(str(told.value).split()[6])
    narrow = start.board(ascii=ascii, width=least)
    assert max(map(len, narrow.splitlines())) <= least
    with refused(f"at least {least} columns"):
        start.board(ascii=ascii, width=least - 1)


@pytest.mark.parametrize(
    "work, told",
    [
        (lambda: START.play(0), "expected a move as text or a list of its steps, got 0; Table.act plays actions"),
        (lambda: START.play(MOMENTUM.demo), "expected the steps of one move, such as cell:d4, got `.*play.*moves"),
        (lambda: START.move_of(24), "expected a list of actions, got 24"),
        (lambda: quintet.Match(3), "expected a quintet.Game or the name of one, got 3"),
        (lambda: quintet.Engine(MOMENTUM).choose("d4"), "expected a Position, Match or Table, got 'd4'"),
        (lambda: quintet.Batch(MOMENTUM, -1), "expected a whole number from 0 to .*, got -1"),
        (lambda: quintet.Engine(MOMENTUM).choose(START, nodes=-1), "expected a whole number from 1 to .*, got -1"),
        (lambda: quintet.Engine(MOMENTUM).choose(START, nodes=0), "expected a whole number from 1 to .*, got 0"),
        (lambda: quintet.Engine(MOMENTUM).think(START, lines=0), "expected a whole number from 1 to .*, got 0"),
        (lambda: quintet.Engine(MOMENTUM, seed=1.5), "expected a whole number from 0 to .*, got 1.5"),
        (lambda: START.perft(-1), "expected a whole number from 0 to 4294967295, got -1"),
        (lambda: MOMENTUM.from_planes(START.observation().astype("float32")), "expected planes as an array of uint8, got float32"),
        (lambda: MOMENTUM.from_planes([0]), "expected planes as an array of uint8, got .0."),
        (lambda: quintet.Engine(MOMENTUM, "mcts:nodes=100,foo=3"), "expected options of mcts such as .*, got `foo=3` in"),
        (lambda: quintet.Engine(MOMENTUM, "ugi:bot"), "expected a computer player of Quintet, got `ugi:bot`: programs play in play_match"),
        (lambda: AgainstPlayer(MOMENTUM, player="ugi:bot"), "programs play in play_match and selfplay"),
        (lambda: quintet.play_match(MOMENTUM, object(), "random"), "expected a player's name, .*; a program of one's own is ugi:COMMAND"),
        (lambda: quintet.play_match("momentun", "random", "random"), "there is no game `momentun`, did you mean `momentum`"),
    ],
)
def test_wrong_arguments_are_told_in_sentences(work, told):
    with refused(told):
        work()


def test_a_typo_in_an_option_names_the_function(tmp_path):
    with pytest.raises(TypeError, match="play_match.*got an unexpected keyword argument 'gamse'"):
        quintet.play_match(MOMENTUM, "random", "random", gamse=3)
    with pytest.raises(TypeError, match="selfplay.*got an unexpected keyword argument 'gamse'"):
        quintet.selfplay(MOMENTUM, tmp_path, gamse=3)


def test_the_name_of_a_game_will_do(tmp_path):
    assert quintet.Match("momentum").position == START == quintet.Table("momentum").position
    assert quintet.Engine("momentum", "random").game == MOMENTUM == quintet.Batch("momentum", 1).game
    assert quintet.play_match("momentum", "random", "random", games=2).game == "momentum"
    assert quintet.selfplay("momentum", tmp_path, "random", games=1) == 1
    assert quintet.report("momentum", levels=[1], games=1, nodes=5)["game"] == "momentum"


def test_a_table_can_be_looked_at_and_thought_about():
    table = quintet.Table("yoxii")
    table.act(table.legal_actions()[0])
    assert repr(table).startswith("<quintet.Table of yoxii (standard) after 0 moves, begun with [")
    assert table.board(ascii=True) == table.position.board(ascii=True)
    assert quintet.Engine("yoxii", "greedy").choose(table) in table.match.legal_moves()


def test_a_folder_is_one_table(tmp_path):
    quintet.selfplay(MOMENTUM, tmp_path, "random", games=4, games_a_file=2)
    assert polars.read_parquet(tmp_path).shape == pandas.read_parquet(tmp_path).shape
    # What a run that was killed left behind pandas passes over.
    (tmp_path / "_part-00007.unfinished").write_bytes(b"half")
    alone = polars.concat([polars.read_parquet(path) for path in sorted(tmp_path.glob("*.parquet"))])
    assert pandas.read_parquet(tmp_path).shape == alone.shape


def test_a_failed_run_leaves_nothing_in_the_way(tmp_path):
    with refused("ugi:no-such-program does not play"):
        quintet.selfplay(MOMENTUM, tmp_path, "ugi:no-such-program", games=2)
    assert quintet.selfplay(MOMENTUM, tmp_path, "random", games=2) == 2
    with refused("holds 2 games already, which are more than 1"):
        quintet.selfplay(MOMENTUM, tmp_path, "random", games=1)


def test_help_shows_what_arguments_are():
    assert "Ellipsis" not in str(quintet.Position.legal_actions.__text_signature__)
    for name in ("legal_actions", "mask", "observation", "next_steps"):
        assert getattr(quintet.Position, name).__text_signature__.endswith("=())")
    for member in (*map(vars(quintet.Table).get, ("legal_actions", "mask", "observation", "is_over", "board")), AgainstPlayer.step, AgainstPlayer.reset):
        assert member.__doc__


@pytest.mark.parametrize("count", [10**12, 2**62, 2**63])
def test_more_games_than_there_is_memory_for_are_told(count):
    with pytest.raises(MemoryError, match="games need more memory than there is"):
        quintet.Batch(MOMENTUM, count)


def test_arrays_of_any_order_are_planes():
    planes = START.play("d4").observation()
    assert MOMENTUM.from_planes(np.asfortranarray(planes)) == START.play("d4")
    assert MOMENTUM.from_planes(np.repeat(planes, 2, axis=2)[:, :, ::2]) == START.play("d4")


@pytest.mark.parametrize(
    "options, told",
    [
        (dict(nodes=0), "from 1 to [0-9]+, got 0"),
        (dict(milliseconds=0), "from 1 to 86400000, got 0"),
        (dict(workers=0), "from 1 to 256, got 0"),
        (dict(games=0), "from 1 to [0-9]+, got 0"),
        (dict(random_opening=10**5), "from 0 to 200, got 100000"),
    ],
    ids=str,
)
def test_matches_and_tables_are_bounded_as_on_the_command_line(tmp_path, options, told):
    with refused(f"expected a whole number {told}"):
        quintet.play_match(MOMENTUM, "random", "random", **options)
    with refused(f"expected a whole number {told}"):
        quintet.selfplay(MOMENTUM, tmp_path / "data", "random", **options)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "work, told",
    [
        (lambda: quintet.SelfPlay(MOMENTUM, lines=10**6), "from 1 to 255, got 1000000"),
        (lambda: START.solve(threads=0), "from 1 to 256, got 0"),
        (lambda: quintet.Batch(MOMENTUM, 1, threads=0), "from 1 to 256, got 0"),
        (lambda: quintet.report(MOMENTUM, levels=[]), "expected at least one level, got none"),
        (lambda: quintet.report(MOMENTUM, games=0), "from 1 to [0-9]+, got 0"),
        (lambda: quintet.Contest(MOMENTUM, "random", "random", games=4).play([1, 99]), "expected numbers of games below 4, got 99"),
        (lambda: quintet.selfplay(MOMENTUM, "", "random", games=1), "expected the name of a folder, got nothing"),
        (lambda: env(MOMENTUM).reset(seed="a"), "expected a whole number as seed, got 'a'"),
        (lambda: START.move_of([-1]), "expected one of the legal actions 0, 1, .*, got -1"),
        (lambda: START.move_of([65536]), "expected one of the legal actions 0, 1, .*, got 65536"),
        (lambda: START.move_of([0, 0]), "the first 1 actions are the move a1 already"),
    ],
)
def test_what_is_out_of_bounds_is_told(work, told):
    with refused(told):
        work()
