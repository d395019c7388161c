// What goes over the wire, by the names the page uses. The shapes are the server's own: api-types.d.ts is generated from its description,
// and only what that language cannot say is said here.

import type { Beats, Layout, Scene, Side, Tree } from "../board/types.js";
import type { components } from "./api-types.js";

type Schemas = components["schemas"];
type WithTree<T, K extends keyof T> = Omit<T, K> & { [P in K]: Tree | null };

export type CatalogGame = Omit<Schemas["GameInfo"], "players"> & { players: [string, string] };
export type Clocks = Schemas["ClocksView"];
export type Demo = Schemas["Demo"];
export type EditsView = WithTree<Schemas["EditsView"], "next">;
export type EngineLine = Omit<Extract<Schemas["AnalysisLine"], { line: string[] }>, "proved"> & { proved: "win" | "loss" | "draw" | null };
export type GameRules = Omit<Schemas["GamePage"], "players"> & { players: [string, string] };
export type Guide = Schemas["Guide"];
export type Guest = Schemas["GuestView"];
export type OfferKind = Schemas["OfferName"];
export type PositionView = WithTree<Schemas["PositionView"], "next">;
export type Problem = Omit<Schemas["Problem"], "current"> & { current?: Snapshot | null };
export type RecordView = Omit<Schemas["Record"], "comments" | "ending"> & { comments?: [number, string][] };
export type Result = Schemas["Outcome"];
export type SeatView = Schemas["SeatView"];
export type Snapshot = WithTree<Schemas["Snapshot"], "tree">;
export type Summary = Schemas["Summary"];
export type { Beats, Layout, Scene, Side, Tree };

/** Any line of a game's stream: an event, or passing news, which has no version. */
export type GameEvent = Partial<WithTree<Omit<Schemas["EventView"], "event">, "tree">> & Partial<Omit<Schemas["PresenceView"], "event">>
  & { event: string; retry?: number; detail?: string };
