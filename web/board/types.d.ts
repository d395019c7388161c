// What comes over the wire about a board, and what the board tells its page.

export type Side = "first" | "second";
export type Lattice = "square" | "hexagon";
export type Kind = "disc" | "stone" | "marble" | "bar" | "peg" | "totem";

export interface Zone { name: string; owner: Side | null }
export interface Cell { name: string; x: number; y: number; label: string; zone: Zone | null }
export interface Label { text: string; x: number; y: number; owner: Side | null }
export interface Item {
  id: string; kind: Kind; owner: Side | null; cells: string[]; height: number; mark: string; label: string;
  /** What it counts for: stands beside the mark where that is something else. */
  value?: number | null;
  /** Held over its cell, not lying on it. */
  in_hand?: boolean;
  noun?: string;
}
export interface Piece { name: string; kind: Kind; mark: string; value?: number | null; length: number; count: number; label: string; noun?: string }
export interface Tray { kind: "reserve" | "captured"; owner: Side | null; name: string; pieces: Piece[] }
export interface Choice { name: string; label: string }
export interface Score { owner: Side; name: string; value: number }
export type Note =
  | { text: { cell: string; text: string } }
  | { tint: { cells: string[]; label: string } }
  | { arrow: { from: string; to: string | null; dx: number; dy: number } };

export interface Scene {
  lattice: Lattice; cells: Cell[]; labels: Label[]; items: Item[]; trays: Tray[]; choices: Choice[]; notes: Note[];
  scores: Score[]; status: string;
  /** The cells that the last move touched. */
  last?: string[];
  /** The steps of the unfinished move that it shows. */
  chosen?: string[];
}

export type Change =
  | { move: { id: string; to: Item } }
  | { appear: { item: Item; from: string | null } }
  | { vanish: { id: string; to: string | null } };
export type Beats = Change[][];

/** Steps that may follow, by their keys (`cell:d4`); a string is the finished move, `true` means that there is more to ask for. */
export type Tree = { [step: string]: Tree } | string | true;

export interface Point { x: number; y: number }

export interface BoardEvents {
  step: { steps: string[]; move: string | null };
  move: { steps: string[]; move: string };
  more: { steps: string[] };
  refused: { steps: string[]; step: string };
  peek: { steps: string[] | null };
}
