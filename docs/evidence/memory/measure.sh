#!/usr/bin/env bash
# How much resident memory an engine takes with `hash`, beside what the program takes anyway.
#
#   docs/evidence/memory/measure.sh > docs/evidence/memory/raw.txt
#
# One line a run: game, engine, hash in MB, growth of the peak in MB, and that as a share of the hash; from the start of the game with a limit of
# positions, then in endings with a limit of time, where the solver keeps what it proved beside the search. What the program takes anyway is the
# peak of the same run with one position. What can be set, with its default:
#
#   QUINTET=target/release/quintet
#   GAMES=                  all
#   ENGINES='alphabeta mcts mcts:plain level:8'
#   HASHES='16 64 256'
#   NODES=20000000          enough to fill the largest
#   TREE_NODES=2000000      the same for Monte Carlo
#   TIME=10s                for endings
set -euo pipefail
cd "$(dirname "$0")/../../.."
quintet=${QUINTET:-target/release/quintet}
echo "commit ${COMMIT:-$(git rev-parse --short HEAD)}, ${NODES:-20000000} nodes, of Monte Carlo ${TREE_NODES:-2000000}, endings ${TIME:-10s}"
games=${GAMES:-$("$quintet" games --json | grep -oE '"game":"[^"]*"' | cut -d'"' -f4)}
peak() { # arguments of analyze: kilobytes
  /usr/bin/time -f %M "$quintet" analyze "$@" 2>&1 >/dev/null | tail -n 1
}
named() { # engine, hash
  case $1 in *:*) echo "$1,hash=${2}MB" ;; *) echo "$1:hash=${2}MB" ;; esac
}
compare() { # name, hash, kilobytes before and after
  awk -v name="$1" -v hash="$2" -v grown=$(($4 - $3)) \
    'BEGIN { printf "%-32s %4d MB %8.1f MB %6.1f %%\n", name, hash, grown / 1024, grown / 10.24 / hash }'
}
for game in $games; do
  for engine in ${ENGINES:-alphabeta mcts mcts:plain level:8}; do
    nodes=${NODES:-20000000}
    case $engine,$game in mcts*,* | level:8,qawale | level:8,momentum) nodes=${TREE_NODES:-2000000} ;; esac
    for hash in ${HASHES:-16 64 256}; do
      player=$(named "$engine" "$hash")
      compare "$game $engine" "$hash" "$(peak "$game" --engine "$player" --nodes 1)" "$(peak "$game" --engine "$player" --nodes "$nodes")"
    done
  done
done
# Positions of engine play: Yoxii with 20 empty squares, Qawale with 8 plies left, Isaac where the scoring begins.
ending() { # game, position
  [[ " $games " = *" $1 "* || "$games" = *$'\n'* ]] || return 0
  for engine in alphabeta mcts level:8; do
    for hash in ${HASHES:-16 64 256}; do
      player=$(named "$engine" "$hash")
      compare "$1 $engine, ending" "$hash" "$(peak "$1" "$2" --engine "$player" --nodes 1)" "$(peak "$1" "$2" --engine "$player" --time "${TIME:-10s}")"
    done
  done
}
ending yoxii '3/2Yt1/4yYo/1ytX1TO/1T3x1/1ytTY/1#1 w 4222 4222'
ending qawale 'R,3/GRG,GBB,GR,G/1,BRB,2/1,G,GG,1 r 4 4'
ending isaac 'score b1h5,g1v4,j1v3,a2h6,j4v3,a5h7,i5v5,a7v3,c7v4,d8h5 h1v6,i2v3,b3h5,a4h4,a6h6,b7v4,d7h5,j7v3,d9h5,d10h7 d 22010 32000 d 0 0 0 0 -'
