#!/usr/bin/env python3
"""What a server's threads do, from outside: every two seconds a line with, for each kind of thread, the milliseconds it ran (cpu), those in which it could
have run but no core took it (wait), and how often it began to run (n), from /proc/PID/task/TID/schedstat.

    waits.py PROGRAM SECONDS      PROGRAM: the path of the quintet that serves
"""
import os
import sys
import time

program, end = sys.argv[1].encode(), time.time() + float(sys.argv[2])
before = {}
while time.time() < end:
    kinds = {}
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                if not file.read().startswith(program + b"\0serve"):
                    continue
            for thread in os.listdir(f"/proc/{process}/task"):
                folder = f"/proc/{process}/task/{thread}"
                with open(f"{folder}/comm") as comm, open(f"{folder}/schedstat") as file:
                    kind, now = comm.read().strip(), [int(number) for number in file.read().split()]
                sums = kinds.setdefault(kind, [0, 0, 0])
                for at, (new, old) in enumerate(zip(now, before.get(thread, (0, 0, 0)))):
                    sums[at] += new - old
                before[thread] = now
        except (OSError, ValueError):
            # It has ended meanwhile.
            pass
    told = (f"{kind}: cpu {cpu / 1e6:.0f} wait {wait / 1e6:.0f} n {n}" for kind, (cpu, wait, n) in sorted(kinds.items()) if n)
    print("; ".join(told), flush=True)
    time.sleep(2)
