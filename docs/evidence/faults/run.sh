#!/usr/bin/env bash
# What `match` prints about programs that crash, hang, lie, flood or end at once, as text and as JSON: `run.sh PROGRAM >raw.txt`.
set -u
quintet=${1:?the quintet program}
echo "commit $(git -C "$(dirname "$0")" rev-parse --short HEAD)"

# try NAME CASES: a program that answers lines by these cases of a shell script, before the usual ones.
try() {
  local engine="name=$1 cmd=\"sh -c 'while read -r line; do case \\\"\$line\\\" in $2 ugi) echo ugiok;; isready) echo readyok;; quit) exit;; esac; done'\""
  for form in '' --json; do
    printf '\n$ quintet match momentum %s random --games 2 --movetime 20 --engine %q %s\n' "$1" "$engine" "$form"
    timeout 60 "$quintet" match momentum "$1" random --games 2 --movetime 20 --engine "$engine" $form 2>&1
    printf 'exit code %d\n' $?
  done
}

try Crash 'go*) echo out of cells >&2; exit 3;;'
try Hang 'go*) exec sleep 1000;;'
try Late 'go*) echo still thinking >&2;;'
try Lie 'go*) echo bestmove z9;;'
try Flood 'go*) exec yes;;'
try FloodOfInfo 'go*) exec yes info depth 1 score cp 5;;'
try FloodOfErrors 'go*) yes out of cells >&2;;'
try Chat 'go*) echo I like d4;;'
try AtOnce 'ugi) echo no licence >&2; exit 4;;'
for command in /no/such/engine 'sleep 1000' yes; do
  for form in '' --json; do
    printf '\n$ quintet match momentum %q random --games 2 %s\n' "ugi:$command" "$form"
    timeout 60 "$quintet" match momentum "ugi:$command" random --games 2 $form 2>&1
    printf 'exit code %d\n' $?
  done
done
