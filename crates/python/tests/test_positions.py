"""Positions, moves, matches and records."""

import copy
import os
import pickle
import random
import threading

import pytest

import quintet
from conftest import vectors


def test_vectors_agree(game):
    for line in vectors(game, "positions"):
        position = game.position(line["position"])
        assert str(position) == line["position"]
        assert position.result == line["result"]
        assert position.moves() == line["moves"]
        assert position.count_moves() == len(line["moves"])
        for move, after in line["after"].items():
            assert str(position.play(move)) == after
    for line in vectors(game, "games"):
        match = quintet.Match(game).play(*line["moves"])
        assert str(match.position) == line["final"]
        assert match.result == line["result"]


def test_a_position_never_changes_and_can_be_a_key(game):
    start = game.start()
    move = start.random_move(1)
    after = start.play(move)
    assert start == game.start() and hash(start) == hash(game.start())
    assert start != after
    assert {start: "start", after: "after"}[game.position(str(after))] == "after"
    with pytest.raises(AttributeError):
        start.text = "other"


def test_copies_and_pickles_are_equal(game):
    position = game.start().play(game.start().random_move(3))
    match = quintet.Match(game).play(game.start().random_move(3))
    for twin in (copy.copy(position), copy.deepcopy([position])[0], pickle.loads(pickle.dumps(position))):
        assert twin == position and twin.game == game
    assert pickle.loads(pickle.dumps(game)) == game
    for twin in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert twin.moves == match.moves
        twin.undo()
        assert len(match.moves) == 1


def test_a_pickled_match_keeps_what_ended_it():
    match = quintet.Match(quintet.Game("yoxii"))
    match.resign()
    twin = pickle.loads(pickle.dumps(match))
    assert (twin.result, twin.ending) == ("second", "resignation")


def test_steps_compose_moves(game):
    dice = random.Random(5)
    position = game.start()
    for _ in range(12):
        if position.result is not None:
            break
        steps = []
        while True:
            offered = position.next_steps(steps)
            if not offered:
                break
            steps.append(dice.choice(offered))
        after = position.play(steps)
        move = position.check(steps)
        assert after == position.play(move)
        assert position.play(position.steps(move)) == after
        position = after


def test_refusals_name_the_rule():
    position = quintet.Game("yoxii").start()
    with pytest.raises(quintet.IllegalMove, match=r"g5,3@d4: the totem moves in a straight line, and g5 is not in line with d4"):
        position.play("g5,3@d4")
    with pytest.raises(quintet.IllegalMove, match="expected the totem's square"):
        position.play("nonsense")
    with pytest.raises(quintet.IllegalMove, match="cell:a9: no legal move goes on like this"):
        position.play(["cell:a9"])
    with pytest.raises(quintet.IllegalMove, match="1 steps begin a move: more must follow"):
        position.play(["cell:e5"])
    with pytest.raises(quintet.MalformedPosition, match="board"):
        quintet.Game("yoxii").position("3/5 w 5553 5553")
    assert issubclass(quintet.IllegalMove, ValueError)


def test_repetition_ends_a_match_and_no_position():
    game = quintet.Game("differo")
    for seed in range(200):
        match, dice = quintet.Match(game), random.Random(seed)
        while match.result is None:
            moves, made = match.legal_moves(), match.moves
            back = "-".join(reversed(made[-2].split("-"))) if len(made) > 1 else None
            match.play(back if back in moves else dice.choice(moves))
        if match.ending == "repetition":
            assert match.result == "draw" and match.position.result is None
            assert match.why == "The same position came up for the third time."
            return
    pytest.fail("no game of 200 was drawn by repetition")


def test_records_read_back(game):
    match = quintet.Match(game)
    for seed in range(6):
        match.play(match.position.random_move(seed))
    record = match.record("Ann", "Bob", seed=7)
    for text in (str(record), record.json()):
        [read] = quintet.read_records(text)
        assert read == record
        assert read.replay().position == match.position
    assert pickle.loads(pickle.dumps(record)) == record
    with pytest.raises(quintet.MalformedRecord, match="line 2"):
        quintet.read_records('[Game "momentum"]\n1. d4 3. b2 *')


def test_symmetric_positions_have_one_canonical_form(game):
    position = game.start().play(game.start().random_move(9))
    images = [position.transformed(symmetry) for symmetry in range(game.symmetries)]
    assert images[0] == position
    assert len({image.canonical() for image in images}) == 1
    move = position.random_move(4)
    for symmetry, image in enumerate(images):
        turned = position.transform_move(move, symmetry)
        assert image.play(turned) == position.play(move).transformed(symmetry)
    with pytest.raises(quintet.IllegalMove, match="expected a symmetry below"):
        position.transformed(200)


def test_boards_are_drawn(game):
    position = game.start()
    assert position.status.split()[-1] in position.board()
    assert all(ord(letter) < 128 for letter in position.board(ascii=True))
    for drawing in (position.svg(), position.svg("dark"), position._repr_svg_()):
        assert drawing.startswith("<svg") and game.name in drawing
    with pytest.raises(quintet.UnknownName, match="expected the theme light or dark"):
        position.svg("pink")


def random_results(game, seed):
    match = quintet.Match(game)
    while match.result is None:
        match.play(match.position.random_move(seed + len(match.moves)))
    return (str(match.position), match.result)


def test_threads_share_positions():
    game = quintet.Game("momentum")
    shared, found = game.start(), []

    def work(seed):
        for number in range(200):
            shared.play(shared.random_move(number)).moves()
        found.append(random_results(game, seed))

    threads = [threading.Thread(target=work, args=(7,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [random_results(game, 7)] * 4


def test_forked_workers_use_what_they_inherit():
    """As the workers of a data loader do, while another thread is at work here."""
    game = quintet.Game("yoxii")
    engine, batch, position = quintet.Engine(game, "level:4"), quintet.Batch(game, 8, threads=2), game.start()
    going = threading.Event()

    def keep_busy():
        own = quintet.Engine(game, "mcts")
        while not going.is_set():
            own.choose(position, seconds=0.02)
            position.moves()

    busy = threading.Thread(target=keep_busy)
    busy.start()
    try:
        for _ in range(10):
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    batch.step(batch.sample())
                    move = engine.choose(position, nodes=200)
                    status = 0 if move in position.moves() else 2
                finally:
                    os._exit(status)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        going.set()
        busy.join()
