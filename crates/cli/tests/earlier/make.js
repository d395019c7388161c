// Makes what users of a commit have on their disks, with that commit's program, in a folder beside this script:
//
//   node make.js PROGRAM COMMIT
//
// Saved games and settings of the terminal client, records, a match and a tournament that were interrupted, and the folders of
// two servers, one stopped and one killed; and what the program itself said about them.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const [program, commit] = process.argv.slice(2);
const folder = join(dirname(fileURLToPath(import.meta.url)), commit);
const home = join(folder, "home");
const saves = join(home, "data/quintet/games");
const records = join(folder, "records");
const environment = { ...process.env, XDG_DATA_HOME: join(home, "data"), XDG_CONFIG_HOME: join(home, "config"), NO_COLOR: "1" };

/** Runs the program to its end. */
function run(words, input = "") {
  const done = spawnSync(program, words, { input, env: environment, encoding: "utf8", maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`${words.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

/** So many legal moves of a game from its start, always the same ones. */
function moves(game, variant, count) {
  const chosen = [];
  let position = [];
  while (chosen.length < count) {
    const told = JSON.parse(run(["moves", game, "--variant", variant, "--json", ...position]));
    chosen.push(told.moves[(7 * chosen.length + 3) % told.moves.length]);
    position = [run(["apply", game, "--variant", variant, "start", ...chosen]).trim()];
  }
  return chosen;
}

/** A game at the prompt: its save gets that name, its record lies in `records`. */
function play(name, game, words, lines) {
  const record = join(records, `${name}.txt`);
  run(["play", game, "--plain", "--save", record, ...words], lines.map((line) => `${line}\n`).join(""));
  rename(name);
}

/** The one save without a name of ours, unfinished. */
function rename(name) {
  const unnamed = readdirSync(saves).filter((file) => /^\d{13}-/.test(file));
  if (unnamed.length !== 1) throw new Error(`${name}: ${unnamed}`);
  renameSync(join(saves, unnamed[0]), join(saves, `${name}.jsonl`));
}

const humans = ["--first", "human", "--second", "human", "--seed", "1"];

function saved() {
  const kinds = { yoxii: "standard", isaac: "standard", qawale: "standard", differo: "hex", momentum: "pie" };
  for (const [game, variant] of Object.entries(kinds)) {
    const line = moves(game, variant, 5);
    const words = ["--variant", variant, ...humans];
    play(`${game}-running`, game, words, line);
    play(`${game}-finished`, game, ["--variant", variant, "--first", "random", "--second", "random", "--seed", "5"], []);
    play(`${game}-taken-back`, game, words, [...line, "undo", "undo", "forward"]);
  }
  // Whoever looks at the saved games puts those away that have ended.
  run(["--plain"], "quit\n");
  play("another-line", "momentum", humans, ["d4", "e5", "undo", "a1", "b2", "undo", "undo", "c3"]);
  play("resigned", "differo", ["--second", "level:1", "--seed", "2"], ["resign"]);
  play("resignation-taken-back", "momentum", humans, ["d4", "resign", "undo"]);
  play("drawn", "isaac", humans, [...moves("isaac", "standard", 2), "draw", "yes"]);
  play("clocks", "yoxii", [...humans, "--clock", "300+5"], moves("yoxii", "standard", 4));
  play("forfeit", "momentum", ["--first", "human", "--second", "ugi:true", "--seed", "3"], ["d4"]);
  play("other-seats", "qawale", ["--second", "level:2", "--seed", "4"], [...moves("qawale", "standard", 1), "level 1", "swap"]);
  play("engines", "differo", ["--first", "mcts:nodes=50", "--second", "alphabeta:depth=2", "--movetime", "100", "--seed", "6"], []);
  const line = moves("momentum", "standard", 5);
  const position = run(["apply", "momentum", "start", ...line.slice(0, 4)]).trim();
  play("from-a-position", "momentum", [...humans, "--position", position], [line[4]]);
}

// A player who takes longer than there is time.
function late() {
  const words = ["play", "momentum", "--plain", "--save", join(records, "time-is-up.txt"), ...humans, "--clock", "1+0"];
  const slowly = '(echo d4; sleep 1.5; echo e5) | "$0" "$@"';
  const done = spawnSync("sh", ["-c", slowly, program, ...words], { env: environment, stdio: "ignore" });
  if (done.status !== 0) throw new Error("nobody is late");
  rename("time-is-up");
}

// The process ended while it wrote its last line.
function torn() {
  play("torn", "momentum", humans, ["d4", "e5"]);
  const file = join(saves, "torn.jsonl");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text + '{"event":"move","mo');
}

/** The full-screen client: keys, with pauses in between. */
async function terminal(keys) {
  const shell = `stty rows 24 cols 80; exec ${program}`;
  const child = spawn("script", ["-qec", shell, "/dev/null"], { env: { ...environment, TERM: "xterm-256color" } });
  const ended = new Promise((end) => child.on("close", end));
  child.stdout.resume();
  await pause(1000);
  for (const key of keys) {
    child.stdin.write(key);
    await pause(key === "\r" ? 600 : 150);
  }
  await ended;
}

async function settings() {
  const set = [..."jjjjjjjj", "\r", "\r", "j", "\r", "j", "\r", "\r", "j", "\r", "j", "\r", "q"];
  // The last game, its second variant, another opponent, a limit a move; then a move that is typed.
  const form = [..."gjjjj", "\r", ..."jjljjljjlg", "\r", "t", ..."d4", "\r"];
  await terminal([...set, ...form, ..."qqq"]);
  run(["--plain"], `c\n1\nsave ${join(records, "full-screen.txt")}\nquit\n`);
  rename("full-screen");
}

function contests() {
  const match = join(folder, "match.jsonl");
  run(["match", "yoxii", "random", "greedy", "--games", "4", "--seed", "9", "--workers", "1", "--records", match]);
  // Interrupted in the midst of the fourth game's line.
  truncateSync(match, readFileSync(match).lastIndexOf('"moves"'));
  run(["tournament", "momentum", "random", "greedy", "level:2", "--games", "2", "--seed", "9", "--records", join(folder, "tournament")]);
  rmSync(join(folder, "tournament/2-3.jsonl"));
}

/** A server on a folder, and those who talk to it. */
class Server {
  static async start(data) {
    const server = new Server();
    const words = ["serve", "--json", "--listen", "127.0.0.1:0", "--rate-limit", "off", "--data", data];
    server.child = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"] });
    server.ended = new Promise((ended) => server.child.on("close", ended));
    const line = await new Promise((told) => server.child.stdout.once("data", told));
    server.address = JSON.parse(line).url;
    return server;
  }

  async ask(method, path, guest, body) {
    const headers = { "content-type": "application/json" };
    if (guest) headers.authorization = `Bearer ${guest.token}`;
    const answer = await fetch(new URL(path, this.address), { method, headers, body: body && JSON.stringify(body) });
    const told = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(told)}`);
    return told;
  }

  guest(name) {
    return this.ask("POST", "/api/guest", null, { name });
  }

  async game(owner, setup) {
    return (await this.ask("POST", "/api/games", owner, setup)).id;
  }

  post(game, guest, verb, body = {}) {
    return this.ask("POST", `/api/games/${game}/${verb}`, guest, body);
  }

  /** Makes moves, each by whoever is to move. */
  async play(game, guests, line) {
    for (const mv of line) {
      const { turn, ply } = await this.ask("GET", `/api/games/${game}`);
      await this.post(game, guests[turn === "first" ? 0 : 1], "moves", { move: mv, ply, op: `op ${ply}` });
    }
  }

  /** Waits until a game is as wanted. */
  async until(game, isSo) {
    for (;;) {
      const now = await this.ask("GET", `/api/games/${game}`);
      if (isSo(now)) return now;
      await pause(20);
    }
  }

  async end(signal) {
    this.child.kill(signal);
    await this.ended;
  }
}

/** What is told of a game and does not change while nobody plays. */
function facts(now) {
  const { id, game, variant, version, ply, status, result, ending, position, moves, offers, seats, listed } = now;
  const names = seats.map((seat) => seat.name ?? seat.kind);
  return { id, game, variant, version, ply, status, result, ending, position, moves, offers, names, listed };
}

async function stopped() {
  const data = join(folder, "server-stopped");
  const server = await Server.start(data);
  const ann = await server.guest("Ann");
  const bob = await server.guest("Bob");
  const both = [ann, bob];
  const games = {};
  const duel = async (name, setup) => {
    games[name] = await server.game(ann, { seats: ["me", "open"], ...setup });
    await server.post(games[name], bob, "join");
    return games[name];
  };
  const talked = await duel("talked", { game: "yoxii", listed: true });
  await server.play(talked, both, moves("yoxii", "standard", 4));
  await server.post(talked, ann, "takeback", { action: "offer" });
  await server.post(talked, bob, "takeback", { action: "accept" });
  await server.post(talked, bob, "draw", { action: "offer" });
  await server.post(talked, ann, "draw", { action: "decline" });
  await server.post(talked, bob, "takeback", { action: "offer" });
  await server.post(talked, bob, "takeback", { action: "withdraw" });
  await server.post(talked, ann, "draw", { action: "offer" });
  const clocked = await duel("clocked", { game: "isaac", clock: { initial: 300000, increment: 2000 } });
  await server.play(clocked, both, moves("isaac", "standard", 4));
  const resigned = await duel("resigned", { game: "qawale" });
  await server.play(resigned, both, moves("qawale", "standard", 3));
  await server.post(resigned, bob, "resign", { op: "enough" });
  await server.post(resigned, bob, "rematch", { action: "offer" });
  const next = await server.post(resigned, ann, "rematch", { action: "accept" });
  games.rematch = next.game;
  const drawn = await duel("drawn", { game: "differo", variant: "hex" });
  await server.play(drawn, both, moves("differo", "hex", 2));
  await server.post(drawn, ann, "draw", { action: "offer" });
  await server.post(drawn, bob, "draw", { action: "accept" });
  const flag = await duel("flag", { game: "momentum", clock: { initial: 1000, increment: 0 } });
  await server.play(flag, both, moves("momentum", "standard", 3));
  await server.until(flag, (now) => now.status === "finished");
  const aborted = await duel("aborted", { game: "momentum" });
  await server.post(aborted, bob, "abort");
  games.open = await server.game(ann, { game: "qawale", seats: ["open", "me"], listed: true, op: "make" });
  games.alone = await server.game(bob, { game: "momentum", variant: "pie", seats: ["me", "me"] });
  await server.play(games.alone, [bob, bob], ["d4", "swap", "a1"]);
  games.set = await server.game(bob, { game: "momentum", seats: ["me", "me"], position: run(["apply", "momentum", "start", "d4", "e5"]).trim() });
  await server.play(games.set, [bob, bob], ["a1"]);
  games.computer = await server.game(ann, { game: "differo", seats: ["me", "level:1"] });
  await server.play(games.computer, [ann, ann], moves("differo", "diagonal", 1));
  await server.until(games.computer, (now) => now.ply === 2);
  const ruled = (games.ruled = await server.game(bob, { game: "momentum", seats: ["me", "me"] }));
  for (let now; (now = await server.until(ruled, () => true)).status === "running"; ) {
    const told = JSON.parse(run(["moves", "momentum", "--json", now.position]));
    await server.play(ruled, [bob, bob], [told.moves[0]]);
  }
  const told = {};
  for (const [name, id] of Object.entries(games)) told[name] = facts(await server.ask("GET", `/api/games/${id}`));
  await server.end("SIGTERM");
  return { guests: both, games: told };
}

async function killed() {
  const data = join(folder, "server-killed");
  const server = await Server.start(data);
  const cid = await server.guest("Cid");
  const game = await server.game(cid, { game: "momentum", seats: ["me", "me"], clock: { initial: 60000, increment: 0 } });
  await server.play(game, [cid, cid], ["d4", "e5", "a1", "g7"]);
  const told = { last: facts(await server.ask("GET", `/api/games/${game}`)) };
  await server.end("SIGKILL");
  rmSync(join(data, "quintet.db-shm"));
  return { guests: [cid], games: told };
}

rmSync(folder, { recursive: true, force: true });
for (const needed of [records, saves]) mkdirSync(needed, { recursive: true });
await settings();
saved();
late();
torn();
contests();
const told = { "server-stopped": await stopped(), "server-killed": await killed() };
for (const name of Object.keys(told)) rmSync(join(folder, name, "quintet.lock"));
writeFileSync(join(folder, "servers.json"), JSON.stringify(told, null, 1) + "\n");
