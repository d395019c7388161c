// What goes over the wire, by the names the page uses.

import type { Beats, Scene, Side, Tree } from "../board/types.js";
export type { Beats, Scene, Side, Tree };
export type Status = "open" | "running" | "finished" | "aborted";
export type OfferKind = "draw" | "takeback" | "rematch";
export type SeatView = { kind: "open" | "guest" | "computer"; name: string | null; id?: string; present: boolean; gone_since: number | null };
export type Clocks = { initial: number; increment: number; first: number; second: number; running: Side | null; paused: boolean; now: number };
export type Offers = { draw: Side | null; takeback: Side | null; rematch: Side | null };
export type Result = "first" | "second" | "draw";
export type Snapshot = {
  id: string; game: string; variant: string; status: Status; listed: boolean; created: number;
  seats: [SeatView, SeatView]; you: Side[]; version: number; ply: number; start: string | null; moves: string[];
  position: string; turn: Side | null; result: Result | null; ending: string | null; why: string;
  clocks: Clocks | null; offers: Offers; rematch: string | null; previous: string | null; spectators: number;
  move: string | null; beats: Beats; scene: Scene; tree: Tree | null;
};
export type GameEvent = Partial<Snapshot> & { event: string; version?: number; player?: Side | null; offer?: OfferKind; plies?: number; op?: string; retry?: number; detail?: string };
export type Summary = {
  id: string; game: string; variant: string; status: Status; seats: [SeatView, SeatView]; ply: number; result: Result | null;
  clock: { initial: number; increment: number } | null; listed: boolean; created: number; updated: number;
};
export type CatalogGame = {
  id: string; name: string; tagline: string; credit: string; players: [string, string]; variants: { id: string; summary: string }[];
  demo: { scene: Scene; beats: Beats[] };
};
export type GameRules = CatalogGame & { rules: string; examples: { caption: string; variant: string; position: string }[] };
export type PositionView = {
  game: string; variant: string; start: string | null; moves: string[]; ply: number; position: string; turn: Side | null;
  result: Result | null; ending: string | null; why: string; move: string | null; beats: Beats; scene: Scene; next: Tree | null; refusal: string | null;
};
export type RecordView = {
  game: string; variant: string; position?: string | null; first: string; second: string; result: Result | null;
  moves: string[]; comments?: [number, string][];
};
export type EngineLine = {
  rank: number; depth: number; nodes: number; seconds: number; chance: number; proved: "win" | "loss" | "draw" | null;
  moves_to_end: number | null; line: string[];
};
export type Problem = { type: string; title: string; status: number; detail: string; rule?: string; current?: Snapshot };
export type Guest = { id: string; name: string; token?: string };
