// What a board draws, by the names its files use, and what it tells its page. The shapes are the server's own, and only what the
// language of its description cannot say is said here.

import type { components } from "../lib/api-types.js";

type Schemas = components["schemas"];

export type Cell = Schemas["Cell"];
export type Change = Schemas["Change"];
export type Item = Schemas["Item"];
export type Kind = Item["kind"];
export type Label = Schemas["Label"];
export type Lattice = Schemas["Lattice"];
export type Layout = Schemas["Layout"];
/** What a scene points out, or a page: where a move that is advised begins and ends. */
export type Note = Schemas["Note"] | { advised: { cells: string[]; label: string } };
export type Piece = Schemas["Piece"];
export type Scene = Omit<Schemas["Scene"], "notes"> & { notes: Note[] };
export type Score = Schemas["Score"];
export type Side = Schemas["Side"];
export type Tray = Schemas["Tray"];

/** Simultaneous changes, one list after the other. */
export type Beats = Change[][];

/** Steps that may follow, by their keys (`cell:d4`); a string is the finished move, `true` means that there is more to ask for. */
export type Tree = { [step: string]: Tree } | string | true;

export interface Point { x: number; y: number }

export interface BoardEvents {
  /** Whether it waits: it is a whole move that has to be confirmed. */
  step: { steps: string[]; move: string | null; waits: boolean };
  move: { steps: string[]; move: string };
  more: { steps: string[] };
  /** The rules say why, unless what was meant is no move at all. */
  refused: { steps: string[]; why?: string };
  /** Something was pressed while nothing can be picked. */
  unready: Record<string, never>;
  peek: { steps: string[] | null };
  /** A place was picked while nothing can be. */
  idle: { step: string };
  /** The piece there was picked, which goes to what is picked next. */
  origin: { step: string };
  /** Something that was done before is to be undone, and no step is left. */
  undo: null;
}
