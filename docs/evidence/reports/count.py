"""Counts, from the games of level 7 that the reports are made of, the figures of docs/games that no report tells.

usage: count.py PROGRAM [GAMES]     GAMES: the folder into which run.sh lets its games be played, target/reports by default
"""
import collections, json, pathlib, subprocess, sys

PROGRAM = sys.argv[1]
GAMES = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parents[3] / "target/reports")


def games(name):
    """The different games of level 7, as the report counts them."""
    found = {}
    for line in (GAMES / name / "level-7.jsonl").read_text().splitlines():
        record = json.loads(line)
        found.setdefault(tuple(record["moves"]), record)
    return list(found.values())


def points(record):
    return {"first": 1, "second": 0, "draw": 0.5}[record["result"]]


def shares(title, groups):
    """The first player's share of the points in each group."""
    for key, group in sorted(groups.items()):
        share = 100 * sum(map(points, group)) / len(group)
        print(f"{title} {key}: {len(group)} games, the first player gets {share:.0f} %")


def grouped(records, key):
    groups = collections.defaultdict(list)
    for record in records:
        groups[key(record)].append(record)
    return groups


def positions(game, variant, lines):
    """The position after each list of moves, by the program."""
    answers = []
    for moves in lines:
        told = subprocess.run([PROGRAM, "apply", game, "--variant", variant, "start", *moves, "--json"], capture_output=True, text=True, check=True)
        answers.append(json.loads(told.stdout)["position"])
    return answers


def endings(records):
    counts = collections.Counter(record["ending"] for record in records)
    print("endings:", ", ".join(f"{ending} {count}" for ending, count in counts.most_common()))


def ring(cell):
    """How far a cell of the 7×7 board is from the rim: 0 on it, 3 in the centre."""
    column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
    return min(column, row, 6 - column, 6 - row)


def momentum():
    records = games("momentum-standard")
    print(f"# momentum standard, {len(records)} different games")
    rings = ["0, the rim", "1", "2, next to the centre", "3, the centre"]
    shares("first marble on ring", grouped(records, lambda record: rings[ring(record["moves"][0])]))
    shares("first marble", grouped([record for record in records if ring(record["moves"][0]) > 1], lambda record: "in the centre or next to it"))
    shares("second marble on ring", grouped(records, lambda record: rings[ring(record["moves"][1])]))
    print("games of sixty turns:", sum(len(record["moves"]) >= 60 for record in records), "; draws:", sum(record["result"] == "draw" for record in records))
    records = games("momentum-pie")
    print(f"# momentum pie, {len(records)} different games")
    print("begun at:", ", ".join(f"{cell} {count}" for cell, count in collections.Counter(record["moves"][0] for record in records).most_common(6)))
    print("swapped:", sum("swap" in record["moves"] for record in records))
    print("games of sixty turns:", sum(len(record["moves"]) >= 60 for record in records), "; draws:", sum(record["result"] == "draw" for record in records))


def isaac():
    records = games("isaac-standard")
    print(f"# isaac standard, {len(records)} different games")
    # A tile is laid by its end, direction and length; where one is taken off, how far the counter goes follows a plus sign.
    laid = [sum("+" not in move and move != "pass" for move in record["moves"]) for record in records]
    taken = [sum("+" in move for move in record["moves"]) for record in records]
    print(f"tiles laid: {min(laid)} to {max(laid)} by both, {sum(laid) / len(laid):.1f} on average; moves of scoring: {sum(taken) / len(taken):.1f} on average")
    shares("first tile of length", grouped(records, lambda record: record["moves"][0][-1]))
    ends = positions("isaac", "standard", [record["moves"] for record in records])
    print("a hundred reached:", sum(any(word.isdigit() and int(word) >= 100 for word in end.split()[7:9]) for end in ends))


def qawale():
    records = games("qawale-standard")
    print(f"# qawale standard, {len(records)} different games")
    full = sum(len(record["moves"]) == 16 for record in records)
    print(f"to the last stone: {full}, {100 * full / len(records):.0f} %")
    # Who moves sows the stack with one's own stone on top: a path of so many cells after the first was a stack of as many.
    tallest = collections.Counter(max(move.count("-") for move in record["moves"]) for record in records)
    print("tallest stack that was sown:", ", ".join(f"{height} stones in {count}" for height, count in sorted(tallest.items())))


def yoxii():
    records = games("yoxii-standard")
    print(f"# yoxii standard, {len(records)} different games")
    shares("first piece of value", grouped(records, lambda record: record["moves"][0].split(",")[1].split("@")[0]))


def differo():
    for variant in ["diagonal", "hex"]:
        records = games(f"differo-{variant}")
        print(f"# differo {variant}, {len(records)} different games")
        endings(records)
        won = [record for record in records if record["result"] != "draw"]
        print("won by white:", sum(record["result"] == "first" for record in won), "of", len(won))


for told in [yoxii, isaac, qawale, differo, momentum]:
    told()
