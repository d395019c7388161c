// The server under test: the real program, on a port and data folder of its own.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const WAIT = 20_000;

export class Server {
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;
  #data = mkdtempSync(join(tmpdir(), "quintet-page-"));
  #listen = "127.0.0.1:0";
  address = "";
  /** What the server has written, for the reader of a failure. */
  log = "";
  #program;

  /** @param {string} [variable] the one that names the program */
  constructor(variable = "QUINTET_BIN") {
    const program = process.env[variable];
    if (!program) throw new Error(`${variable} must name a program of Quintet`);
    this.#program = program;
  }

  /** Starts the program; the second time on the port and data of the first. */
  async start() {
    const child = spawn(this.#program, ["serve", "--listen", this.#listen, "--data", this.#data, "--rate-limit", "off"], { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    this.address = await new Promise((found, failed) => {
      const timer = setTimeout(() => failed(new Error(`the server did not say where it is:\n${this.log}`)), WAIT);
      let said = "";
      const read = (/** @type {Buffer} */ chunk) => {
        said += chunk;
        this.log = (this.log + chunk).slice(-4000);
        const address = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
        if (!address) return;
        clearTimeout(timer);
        found(address);
      };
      child.stdout?.on("data", read);
      child.stderr?.on("data", read);
      child.once("exit", (code) => failed(new Error(`the server ended with ${code}:\n${this.log}`)));
    });
    this.#listen = new URL(this.address).host;
    return this.address;
  }

  /** Ends the process as a power cut would. */
  async kill() {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resume) => child.once("exit", resume));
    child.kill("SIGKILL");
    await ended;
  }

  async end() {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }

  /** A request as a program makes it. @param {string} path @param {object | null} [body] @param {string} [token] @returns {Promise<any>} */
  async ask(path, body, token) {
    const response = await fetch(this.address + path, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.detail}`);
    return answer;
  }
}
