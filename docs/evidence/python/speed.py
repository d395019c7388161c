"""How many steps a second `quintet.Batch` makes on one thread, with mask and observation, for every variant.

    python docs/evidence/python/speed.py [seconds] [rounds]

Actions are drawn by `Batch.sample`, in Rust. Of several rounds the best counts: other work on the machine only slows it down. Times are of the
processor, so that waiting for it does not count; wall time stands beside them. The profile: what `sample` takes, what drawing observation and mask into new
arrays takes (measured by `reset`, which does that and nothing else), and the rest, which is checking actions and playing.
"""

import platform
import sys
import time

import quintet

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
GAMES = 1024


def best(work):
    """Nanoseconds of the processor and of the clock for one game of the batch, the best of some rounds."""
    found = []
    for _ in range(ROUNDS):
        calls, wall, busy = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - wall < SECONDS:
            work()
            calls += 1
        each = 1e9 / (calls * GAMES)
        found.append(((time.process_time() - busy) * each, (time.perf_counter() - wall) * each))
    return min(found)


print(f"quintet {quintet.__version__}, Python {platform.python_version()}, {platform.machine()}, {GAMES} games, one thread")
print("game             million steps/s   by the clock   ns a step: sample   drawing   playing   bytes a step")
for game in quintet.games():
    batch = quintet.Batch(game, GAMES, seed=1)
    batch.reset()
    for _ in range(300):
        batch.step(batch.sample())
    whole, wall = best(lambda: batch.step(batch.sample()))
    sample, _ = best(batch.sample)
    drawing, _ = best(batch.reset)
    planes, rows, columns = game.observation_shape
    size = planes * rows * columns + game.action_count
    name = f"{game.id} {game.variant}"
    print(
        f"{name:<18} {1000 / whole:14.2f} {1000 / wall:14.2f} {sample:19.0f} {drawing:9.0f} {whole - sample - drawing:9.0f} {size:14d}",
        flush=True,
    )
