// Generated from /api/openapi.json by tests/tools/types.js. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description What to do about an offer.
         * @enum {string}
         */
        ActionName: "offer" | "accept" | "decline" | "withdraw";
        /** @description The last line of an analysis. */
        AnalysisDone: {
            /** @description Always true. */
            done: boolean;
        };
        /** @description A line of an analysis. */
        AnalysisLine: components["schemas"]["AnalysisWait"] | components["schemas"]["LineView"] | components["schemas"]["AnalysisDone"];
        /** @description How long an analysis waits until it begins; told every second until then. */
        AnalysisWait: {
            /** @description Its place in line. */
            wait: components["schemas"]["Wait"];
        };
        /** @description What to analyse. */
        AnalyzeBody: {
            /** @description Which game, by its id in the catalog; not needed with `id`. */
            game?: string | null;
            /** @description A game on this server instead: its present position. */
            id?: string | null;
            /** @description How many of the best moves to follow: 1 to 5. */
            lines?: number | null;
            /** @description Moves to make in it. */
            moves?: string[];
            /**
             * Format: int64
             * @description How many positions to visit.
             */
            nodes?: number | null;
            /** @description The position to begin with; the usual one if left out. */
            position?: string | null;
            /**
             * Format: double
             * @description How long to think: up to 10.
             */
            seconds?: number | null;
            /** @description The variant; the game's default if left out. */
            variant?: string | null;
        };
        /** @description All games. */
        CatalogView: {
            /** @description One entry a game. */
            games: components["schemas"]["GameEntry"][];
        };
        /** @description A place on the board. */
        Cell: {
            /** @description The name in steps and moves, such as `d4`. */
            name: string;
            /**
             * Format: int32
             * @description Place on the lattice, rightwards.
             */
            x: number;
            /**
             * Format: int32
             * @description Place on the lattice, upwards.
             */
            y: number;
            zone: components["schemas"]["Zone"] | null;
        };
        /**
         * @description Something that happens to a piece during a move. Ids are those of the scene before the move, until a
         *     change gives a piece its new one.
         */
        Change: {
            /** @description A piece of the board goes elsewhere and is from then on the one given. */
            move: {
                /** @description Which piece. */
                id: string;
                /** @description What it is afterwards: its place, and its id in the scene after the move. */
                to: components["schemas"]["Item"];
            };
        } | {
            /** @description A piece comes onto the board. */
            appear: {
                /** @description The tray piece it was, if it comes from a tray. */
                from: string | null;
                /** @description The new piece. */
                item: components["schemas"]["Item"];
            };
        } | {
            /** @description A piece leaves the board. */
            vanish: {
                /** @description Which piece. */
                id: string;
                /** @description The tray piece it becomes, if it goes to a tray. */
                to: string | null;
            };
        };
        /** @description Something to choose that is neither place nor piece, such as `swap`. */
        Choice: {
            /** @description What a button would say. */
            label: string;
            /** @description The name in steps. */
            name: string;
        };
        /** @description Thinking time as it is agreed on. */
        ClockView: {
            /**
             * Format: int64
             * @description What is added after each move, in milliseconds: up to a week.
             * @example 2000
             */
            increment?: number;
            /**
             * Format: int64
             * @description What each has at the start, in milliseconds: a second to thirty days.
             * @example 300000
             */
            initial: number;
        };
        /** @description The thinking time that is left. */
        ClocksView: {
            /**
             * Format: int64
             * @description What the first player has left, at `now`.
             */
            first: number;
            /**
             * Format: int64
             * @description What is added after each move, in milliseconds.
             */
            increment: number;
            /**
             * Format: int64
             * @description What each had at the start, in milliseconds.
             */
            initial: number;
            /**
             * Format: int64
             * @description The server's time, in milliseconds since 1970.
             */
            now: number;
            /** @description Whether it stands still because the server was away. */
            paused: boolean;
            running: components["schemas"]["Side"] | null;
            /**
             * Format: int64
             * @description What the second player has left, at `now`.
             */
            second: number;
        };
        /**
         * @description Who decides the seats.
         * @enum {string}
         */
        Colour: "given" | "random";
        /** @description What every command may carry. */
        CommandBody: {
            /** @description The client's name for this command, 1 to 64 characters, unique per game and caller: sent again, it gets the same answer. */
            op?: string | null;
            /**
             * Format: int64
             * @description The version that the caller has seen: 409 if the game has moved on.
             */
            version?: number | null;
        };
        /** @description All that is kept about a guest. */
        DataView: {
            /**
             * Format: int64
             * @description When one came, in milliseconds since 1970.
             */
            created: number;
            /** @description The games, newest first; `/api/games/ID/record` has the moves of each. */
            games: components["schemas"]["Summary"][];
            /** @description Who one is to others. */
            id: string;
            /** @description What opens one's door. Secrets are not kept, only their hashes. */
            keys: components["schemas"]["KeyView"][];
            /** @description What others call one. */
            name: string;
            /**
             * Format: int64
             * @description When one was last here, to the minute or so.
             */
            seen: number;
        };
        /** @description Who is to be forgotten. */
        DeleteBody: {
            /** @description Your own id, so that nobody is forgotten by mistake. */
            id: string;
        };
        /** @description Some moves of a game as painters see them. */
        Demo: {
            /** @description What happens to the pieces, one entry a move. */
            beats: components["schemas"]["Change"][][][];
            /** @description Before the first move. */
            scene: components["schemas"]["Scene"];
        };
        /** @description A command was carried out and is stored. */
        Done: {
            /** @description The new game, after a rematch was agreed on. */
            game?: string | null;
            /** @description The game. */
            id: string;
            /**
             * Format: int32
             * @description Its number of moves after the command.
             */
            ply: number;
            /**
             * Format: int64
             * @description Its version after the command.
             */
            version: number;
            wait?: components["schemas"]["Wait"] | null;
        };
        /** @description A position and the ways to change it. */
        EditsView: {
            /** @description The clicks of every change; each ends with the position that it leads to, or with a draft of one. */
            next: components["schemas"]["Tree"];
            /** @description What is still impossible about it by the rules; null if it is a position. */
            problem: string | null;
            /** @description The position, with the choices and the trays that changes have. */
            scene: components["schemas"]["Scene"];
        };
        /**
         * @description What can happen in a game.
         * @enum {string}
         */
        EventName: "created" | "joined" | "moved" | "offered" | "declined" | "withdrawn" | "taken-back" | "ended" | "paused" | "resumed" | "rematched" | "unknown";
        /** @description What happened in a game, and how it stands since. */
        EventView: components["schemas"]["State"] & {
            /**
             * Format: int64
             * @description When, in milliseconds since 1970.
             */
            at: number;
            /** @description What happened. */
            event: components["schemas"]["EventName"];
            offer?: components["schemas"]["OfferName"] | null;
            /** @description The client's own name for the command; only its caller sees it. */
            op?: string | null;
            player: components["schemas"]["Side"] | null;
            /**
             * Format: int32
             * @description How many moves were taken back.
             */
            plies?: number | null;
            tree?: components["schemas"]["Tree"] | null;
            /**
             * Format: int64
             * @description Its number in the game.
             */
            version: number;
        };
        /** @description A position that illustrates a rule. */
        Example: {
            /** @description What there is to see or to do, in one sentence. */
            caption: string;
            /** @description The position as text. */
            position: string;
            /** @description The variant's id. */
            variant: string;
        };
        /** @description A game in the list of all. */
        GameEntry: components["schemas"]["GameInfo"] & {
            /** @description The beginning of a game, for living pictures. */
            demo: components["schemas"]["Demo"];
        };
        /** @description What there is to say about a game in few words. */
        GameInfo: {
            /** @description Who made it and when. */
            credit: string;
            /** @description Whether positions can be changed by clicks, with `/api/edits`. */
            has_editor: boolean;
            /** @description Whether it can be learned by a guided first game. */
            has_guide: boolean;
            /** @description The name in addresses. */
            id: string;
            /** @description The name for people. */
            name: string;
            /** @description What the rules call the two players, in order of play. */
            players: string[];
            /** @description The aim in one short sentence. */
            tagline: string;
            /** @description All variants; the first is the default. */
            variants: components["schemas"]["VariantEntry"][];
        };
        /** @description A page of a list of games. */
        GameList: {
            /** @description The games, newest first. */
            games: components["schemas"]["Summary"][];
            /** @description What to pass as `after` for the next page; null on the last. */
            next: string | null;
        };
        /** @description All there is to say about a game. */
        GamePage: components["schemas"]["GameEntry"] & {
            /** @description Positions that show a rule at work. */
            examples: components["schemas"]["Example"][];
            guide: components["schemas"]["Guide"] | null;
            /** @description The rules for a player, in Markdown. */
            rules: string;
        };
        /** @description It is done. */
        Gone: {
            /** @description Always true. */
            done: boolean;
        };
        /** @description The stream ends: the server stops, or the reader is too slow. Connect again. */
        GoodbyeView: {
            /** @description Always `goodbye`. */
            event: string;
            /**
             * Format: int64
             * @description How many milliseconds to wait before that.
             */
            retry: number;
        };
        /** @description Who one is. */
        GuestView: {
            /** @description Who one is to others; it opens nothing. */
            id: string;
            /** @description What others call one. */
            name: string;
            /** @description The secret that makes one this guest, for programs. Browsers get it as the cookie only, where no script can read it. */
            token?: string | null;
        };
        /** @description Who one wants to be. */
        GuestWish: {
            /**
             * @description What others shall call one: 1 to 24 characters. A friendly name by chance if left out.
             * @example Quiet Otter
             */
            name?: string | null;
        };
        /** @description A guided first game: some lessons, then a short game of one's own. */
        Guide: {
            /** @description What is said before the short game at the end, in sentences. */
            farewell: string;
            /** @description What is learned, one small step after the other. */
            lessons: components["schemas"]["Lesson"][];
            /** @description The position in which that game begins, as text; whoever is to move there is the one who learns. */
            position: string;
        };
        /** @description What the computer would play, and how long one had to wait for it. */
        HintAnswer: components["schemas"]["HintView"] & {
            /**
             * Format: double
             * @description How long it took in all, the time in line included.
             */
            seconds: number;
            wait?: components["schemas"]["Wait"] | null;
        };
        /** @description What the computer would play. */
        HintView: {
            /** @description The move. */
            move: string;
            /**
             * Format: double
             * @description The chance of the side to move, from 0 to 1.
             */
            score: number;
            /**
             * @description The clicks that compose it.
             * @example [
             *       "cell:d4"
             *     ]
             */
            steps: string[];
            /** @description The same as a sentence. */
            words: string;
        };
        /** @description A piece on the board. */
        Item: {
            /** @description The cells it covers, from lowest-left on. Several only for bars. */
            cells: string[];
            /**
             * Format: int32
             * @description How many pieces of its cell lie below it.
             */
            height: number;
            /**
             * @description Tells it from all other pieces of the scene. In the scenes of a match it stays the same while the piece
             *     is on the board.
             */
            id: string;
            /** @description Whether it is held over its cell while a move is composed, on top of what lies there. */
            in_hand: boolean;
            /** @description What it looks like. */
            kind: components["schemas"]["Kind"];
            /** @description What a screen reader says: `red piece of value 3`. */
            label: string;
            /** @description What is written on it: a value or a glyph; may be empty. */
            mark: string;
            /** @description What the rules call it: `tile`, `marble`. */
            noun: string;
            owner: components["schemas"]["Side"] | null;
            /**
             * Format: int32
             * @description What it counts for, where that matters. A painter that writes it leaves it out if the mark says the
             *     same.
             */
            value: number | null;
        };
        /** @description What opens a guest's door. */
        KeyView: {
            /**
             * Format: int64
             * @description When it was made, in milliseconds since 1970.
             */
            created: number;
            /** @description Its name; it opens nothing. */
            id: string;
            /** @description Whether it is the one that this request came with. */
            is_this: boolean;
            /** @description `session` of a browser, or `token` of a program. */
            kind: string;
            /** @description What its owner calls it. */
            label: string;
            /**
             * Format: int64
             * @description When its secret was last exchanged.
             */
            rotated: number | null;
            /**
             * Format: int64
             * @description When it was last used, to the minute or so.
             */
            seen: number;
        };
        /** @description All keys of a guest. */
        KeysView: {
            /** @description The oldest first; those that were taken away are not among them. */
            keys: components["schemas"]["KeyView"][];
        };
        /**
         * @description What a piece looks like.
         * @enum {string}
         */
        Kind: "disc" | "stone" | "marble" | "bar" | "peg" | "totem";
        /** @description A text beside the board, at a place of the lattice where no cell is. */
        Label: {
            owner: components["schemas"]["Side"] | null;
            /** @description One to three characters. */
            text: string;
            /**
             * Format: int32
             * @description Place on the lattice, rightwards.
             */
            x: number;
            /**
             * Format: int32
             * @description Place on the lattice, upwards.
             */
            y: number;
        };
        /**
         * @description How a cell's `x` and `y` are meant. `y` grows upwards on both.
         * @enum {string}
         */
        Lattice: "square" | "hexagon";
        /** @description The cells of a board, where they lie, and what is written beside them. */
        Layout: {
            /** @description The places of the board. */
            cells: components["schemas"]["Cell"][];
            /** @description Texts beside the board: coordinates, score tracks. */
            labels: components["schemas"]["Label"][];
            /** @description How the cells lie. */
            lattice: components["schemas"]["Lattice"];
            /** @description What players read at the labels that are theirs, for a legend: `points, tens and units`. Empty where there are none. */
            scale: string;
        };
        /** @description One small step: a position of the default variant, and a move to make in it. */
        Lesson: {
            /** @description What the move has shown, in sentences. */
            done: string;
            /** @description The position as text; whoever is to move there is the one who learns. */
            position: string;
            /** @description What there is to know and to do, in sentences. */
            told: string;
            /** @description How the wanted moves begin, as texts; any legal move will do if there are none. */
            wanted: string[];
        };
        /** @description A line of a stream: an event of the game, or passing news. */
        Line: components["schemas"]["EventView"] | components["schemas"]["PresenceView"] | components["schemas"]["GoodbyeView"];
        /** @description What the computer thinks, so far. */
        LineView: {
            /**
             * Format: double
             * @description The chance of the side to move, from 0 to 1.
             */
            chance: number;
            /**
             * Format: int32
             * @description How many moves it looked ahead.
             */
            depth: number;
            /** @description The moves it expects. */
            line: string[];
            /**
             * Format: int32
             * @description After how many moves.
             */
            moves_to_end: number | null;
            /**
             * Format: int64
             * @description How many positions it visited.
             */
            nodes: number;
            /** @description What is certain for the side to move: win, loss or draw. */
            proved: string | null;
            /** @description 1 for the best move, 2 for the next. */
            rank: number;
            /**
             * Format: double
             * @description How long it has thought.
             */
            seconds: number;
        };
        /** @description Where to log out. */
        LogOutBody: {
            /** @description Everywhere: all browsers and all programs. Otherwise only here. */
            everywhere?: boolean;
        };
        /** @description A game that was made. */
        Made: {
            /** @description Its name in addresses. */
            id: string;
        };
        /** @description A move. */
        MoveBody: {
            /** @description Its text. */
            move: string;
            /** @description The client's name for this move, 1 to 64 characters: sent again, it gets the same answer. */
            op: string;
            /**
             * Format: int32
             * @description How many moves were made before it.
             */
            ply: number;
            /**
             * Format: int64
             * @description The version that the caller has seen: 409 if the game has moved on.
             */
            version?: number | null;
        };
        /** @description A game to be made. */
        NewGameBody: {
            clock?: components["schemas"]["ClockView"] | null;
            colour?: components["schemas"]["Colour"] | null;
            /** @description Which game, by its id in the catalog. */
            game: string;
            /** @description Whether it shows in the lobby. Otherwise only those who know its address find it. */
            listed?: boolean;
            /** @description The client's name for this request, 1 to 64 characters: sent again, it gets the same answer. */
            op?: string | null;
            /** @description The position to begin with; the usual one if left out. */
            position?: string | null;
            /**
             * @description Who plays first and second: `me`, `open`, `level:1` to `level:8`, `random` or `greedy`.
             * @example [
             *       "me",
             *       "level:3"
             *     ]
             */
            seats: string[];
            /** @description The variant; the game's default if left out. */
            variant?: string | null;
        };
        /** @description Something pointed out on the board. */
        Note: {
            /** @description A short text at a cell: a balance, a sum. */
            text: {
                /** @description Where. */
                cell: string;
                /** @description What it is, for a legend and screen readers: `balance of the line`. */
                label: string;
                /** @description At most a few characters. */
                text: string;
            };
        } | {
            /** @description Cells that belong together: those around the totem, the winning line. */
            tint: {
                /** @description Which. */
                cells: string[];
                /** @description What they have in common, for a legend and screen readers. */
                label: string;
            };
        } | {
            /** @description From here the player who is not to move would win at once, were it that player's turn. */
            threat: {
                /** @description The pieces or places of such moves. */
                cells: string[];
                /** @description Who threatens what, for a legend and screen readers. */
                label: string;
            };
        } | {
            /** @description Something goes from one cell to another, or off the board. */
            arrow: {
                /**
                 * Format: int32
                 * @description Direction on the lattice.
                 */
                dx: number;
                /**
                 * Format: int32
                 * @description Direction on the lattice.
                 */
                dy: number;
                /** @description From here. */
                from: string;
                /** @description What the arrows of this kind show, for a legend and screen readers: `pushed`. */
                label: string;
                /** @description To there; off the board if nowhere, straight on from `from` in direction (`dx`, `dy`). */
                to: string | null;
            };
        };
        /** @description Draw, takeback, rematch. */
        OfferBody: {
            /** @description What to do; `offer` if left out. */
            action?: components["schemas"]["ActionName"];
            /** @description The client's name for this command, 1 to 64 characters: sent again, it gets the same answer. */
            op?: string | null;
            /**
             * Format: int64
             * @description The version that the caller has seen: 409 if the game has moved on.
             */
            version?: number | null;
        };
        /**
         * @description What players can offer each other.
         * @enum {string}
         */
        OfferName: "draw" | "takeback" | "rematch";
        /** @description What is offered at the moment, and by whom. */
        OffersView: {
            draw: components["schemas"]["Side"] | null;
            rematch: components["schemas"]["Side"] | null;
            takeback: components["schemas"]["Side"] | null;
        };
        /**
         * @description How a game ended.
         * @enum {string}
         */
        Outcome: "first" | "second" | "draw";
        /** @description Alike pieces in a tray. */
        Piece: {
            /**
             * Format: int32
             * @description How many there are.
             */
            count: number;
            /** @description What it looks like. */
            kind: components["schemas"]["Kind"];
            /** @description What a screen reader says: `red pieces of value 3, 5 left`. */
            label: string;
            /**
             * Format: int32
             * @description How many cells it covers on the board.
             */
            length: number;
            /** @description What is written on it; may be empty. */
            mark: string;
            /** @description The name in steps, unique over all trays of a scene. */
            name: string;
            /** @description What the rules call it: `tile`, `marble`. */
            noun: string;
            /**
             * Format: int32
             * @description What it counts for, as an item's.
             */
            value: number | null;
        };
        /** @description A position and what may be done in it. */
        PositionView: components["schemas"]["Standing"] & {
            /** @description Which game, by its id in the catalog. */
            game: string;
            /** @description Who made each of them: turns need not alternate. */
            movers: components["schemas"]["Side"][];
            /** @description The moves made in it. */
            moves: string[];
            /** @description What may be clicked next; a text if the clicks are a whole move. */
            next: components["schemas"]["Tree"];
            /** @description The rule that the last click breaks; the clicks count only up to the one before it. */
            refusal: string | null;
            /** @description The position it began with; null if that is the usual one. */
            start: string | null;
            /** @description The variant. */
            variant: string;
        };
        /** @description Who is at the table and how many watch. Passing news: it has no version and is not kept. */
        PresenceView: {
            /** @description Always `presence`. */
            event: string;
            /** @description Who plays first and second. */
            seats: components["schemas"]["SeatView"][];
            /** @description How many watch without playing. */
            spectators: number;
        };
        /** @description A refusal as it is sent. */
        Problem: {
            current?: components["schemas"]["Snapshot"] | null;
            /** @description What was expected, as one sentence. */
            detail: string;
            /** @description The rule that was broken. */
            rule?: string | null;
            /**
             * Format: int32
             * @description The status of the answer.
             */
            status: number;
            /** @description The kind in words. */
            title: string;
            /**
             * @description Which kind of problem: `/problems/stale`.
             * @example /problems/rule
             */
            type: string;
        };
        /** @description A game as it was written down. It stands for the type in the API's description. */
        Record: {
            /** @description What was said after moves: number of moves before it, text. */
            comments?: unknown[][];
            /** @description What ended it; null for an unfinished game. */
            ending: string | null;
            /** @description The first player. */
            first: string;
            /** @description The game's id. */
            game: string;
            /** @description The moves, in order. */
            moves: string[];
            /** @description The position it began with, if that is not the usual one. */
            position?: string | null;
            result: components["schemas"]["Outcome"] | null;
            /** @description The second player. */
            second: string;
            /**
             * Format: int64
             * @description What the players' chances were seeded with.
             */
            seed?: number | null;
            /** @description Other tags: name and value. */
            tags?: string[][];
            /** @description The variant's id. */
            variant: string;
        };
        /** @description A text with games in it. */
        RecordsBody: {
            /** @description Records one after the other, or one JSON object a line. */
            text: string;
        };
        /** @description The games of a text. */
        RecordsView: {
            /** @description Each was played through: every move is legal, and the result is right. */
            records: components["schemas"]["Record"][];
        };
        /** @description Everything there is to draw and to say about a position. */
        Scene: {
            /** @description What can be chosen that is neither place nor piece, now. */
            choices: components["schemas"]["Choice"][];
            /** @description The steps of the unfinished move that is shown, as far as they begin a legal one. */
            chosen: string[];
            /** @description The pieces on the board, in stacks from the bottom up. */
            items: components["schemas"]["Item"][];
            /** @description The cells that the last move touched, in the order in which it did; only a match knows them. */
            last: string[];
            /** @description What is pointed out on the board. */
            notes: components["schemas"]["Note"][];
            /**
             * @description The cell of a piece that goes to whichever cell is picked next: it may be carried there, though no step
             *     names it. Only where every next step is a cell for it.
             */
            origin?: string | null;
            /** @description The numbers that matter, such as points. */
            scores: components["schemas"]["Score"][];
            /** @description What a screen reader says about each cell, in the layout's order: the place and what stands there. */
            spoken: string[];
            /** @description Whose turn it is and what to do next, or how the game was decided. One or more sentences. */
            status: string;
            /** @description The pieces beside the board. */
            trays: components["schemas"]["Tray"][];
        };
        /** @description A number that matters. */
        Score: {
            /** @description What is counted, a plural first: `points around the totem`. */
            name: string;
            /** @description Whose it is. */
            owner: components["schemas"]["Side"];
            /**
             * Format: int32
             * @description How many.
             */
            value: number;
        };
        /**
         * @description What sits on a seat.
         * @enum {string}
         */
        SeatKind: "open" | "guest" | "computer";
        /** @description Who sits on a seat. */
        SeatView: {
            /**
             * Format: int64
             * @description From when on the other player can claim the game, in milliseconds since 1970; null without clocks, and while they stand still.
             */
            claimable_from: number | null;
            /**
             * Format: int64
             * @description When the person left, in milliseconds since 1970.
             */
            gone_since: number | null;
            /** @description Who the person is; it opens nothing. */
            id?: string | null;
            /** @description What sits there. */
            kind: components["schemas"]["SeatKind"];
            /** @description What it is called; a computer player by its name, such as `level:3`. */
            name: string | null;
            /** @description Whether it is at the table now. Computers always are. */
            present: boolean;
        };
        /** @description A secret, shown this once. */
        SecretView: {
            /** @description The key's name. */
            id: string;
            /** @description The secret. Left out where it went into the cookie. */
            token?: string | null;
        };
        /**
         * @description One of the two players; *first* is the one who makes the first move of a game.
         * @enum {string}
         */
        Side: "first" | "second";
        /** @description All there is to know about a game. */
        Snapshot: components["schemas"]["State"] & {
            /**
             * Format: int64
             * @description When it was made, in milliseconds since 1970.
             */
            created: number;
            /** @description Which game it is, by its id in the catalog. */
            game: string;
            /** @description Its name in addresses. */
            id: string;
            /** @description Whether it shows in the lobby. */
            listed: boolean;
            /** @description Who made each of them: turns need not alternate. */
            movers: components["schemas"]["Side"][];
            /** @description All moves. */
            moves: string[];
            /** @description The game that this one is the rematch of. */
            previous: string | null;
            /** @description How many watch without playing. */
            spectators: number;
            /** @description The position it began with; null if that is the usual one. */
            start: string | null;
            tree: components["schemas"]["Tree"] | null;
            /** @description Its variant. */
            variant: string;
            /**
             * Format: int64
             * @description How many events it has had.
             */
            version: number;
            /** @description The seats that the caller holds: none, one, or both. */
            you: components["schemas"]["Side"][];
        };
        /** @description How a match stands. */
        Standing: {
            /** @description What happened to the pieces in the last move: lists of simultaneous changes. */
            beats: components["schemas"]["Change"][][];
            /** @description What ended it: rules, repetition, resignation, time, agreement, abandoned, aborted, expired, forgotten or length. */
            ending: string | null;
            /** @description The last move. */
            move: string | null;
            /**
             * Format: int32
             * @description How many moves were made.
             */
            ply: number;
            /** @description The position as text. */
            position: string;
            result: components["schemas"]["Outcome"] | null;
            /** @description The position as painters see it. */
            scene: components["schemas"]["Scene"];
            /** @description The last move in sentences, for those who listen: who made it and what it did. Empty before the first. */
            told: string;
            turn: components["schemas"]["Side"] | null;
            /** @description How it was decided, as a sentence; empty while it runs. */
            why: string;
        };
        /** @description What changes during a game. A snapshot has it, and so has every event. */
        State: components["schemas"]["Standing"] & {
            clocks: components["schemas"]["ClocksView"] | null;
            /** @description What is offered. */
            offers: components["schemas"]["OffersView"];
            /** @description The game that follows this one. */
            rematch: string | null;
            /** @description Who plays first and second. */
            seats: components["schemas"]["SeatView"][];
            /** @description How far it has come. */
            status: components["schemas"]["Status"];
        };
        /**
         * @description How far a game has come.
         * @enum {string}
         */
        Status: "open" | "running" | "finished" | "aborted";
        /** @description A game in a list. */
        Summary: {
            clock: components["schemas"]["ClockView"] | null;
            /**
             * Format: int64
             * @description When it was made, in milliseconds since 1970.
             */
            created: number;
            /** @description Which game it is, by its id in the catalog. */
            game: string;
            /** @description Its name in addresses. */
            id: string;
            /** @description Whether it shows in the lobby. */
            listed: boolean;
            /**
             * Format: int32
             * @description How many moves were made.
             */
            ply: number;
            result: components["schemas"]["Outcome"] | null;
            /** @description Who plays first and second. Who is present is not known in lists. */
            seats: components["schemas"]["SeatView"][];
            /** @description How far it has come. */
            status: components["schemas"]["Status"];
            turn: components["schemas"]["Side"] | null;
            /**
             * Format: int64
             * @description When something last happened in it, in milliseconds since 1970.
             */
            updated: number;
            /** @description Its variant. */
            variant: string;
            /** @description Which seats are the reader's own. */
            you: components["schemas"]["Side"][];
        };
        /** @description A program's token to be made. */
        TokenWish: {
            /**
             * @description What it is for, in your own words: up to 24 characters.
             * @example my bot
             */
            label: string;
        };
        /** @description Pieces beside the board. */
        Tray: {
            /** @description What they are there for. */
            kind: components["schemas"]["TrayKind"];
            /** @description What it is called: `white's reserve`. */
            name: string;
            owner: components["schemas"]["Side"] | null;
            /** @description The pieces, alike ones counted together; a kind that is used up stays with count 0. */
            pieces: components["schemas"]["Piece"][];
        };
        /**
         * @description What the pieces beside the board are there for.
         * @enum {string}
         */
        TrayKind: "reserve" | "captured";
        /**
         * @description The prefix tree of steps: what may be clicked next. An object of subtrees keyed by step (`cell:d4`, `item:3`, `choice:swap`), or the text
         *     of the finished move, or `true` where there is more than was sent: ask `/api/position` with those steps.
         */
        Tree: {
            [key: string]: components["schemas"]["Tree"];
        } | string | boolean;
        /** @description A variant of a game. */
        VariantEntry: {
            /**
             * @description The Elo of levels 1 to 8; that of level 2, the greedy player, is 0, and level 8 had 100 ms a move. Null if it was not
             *     measured.
             */
            elo: number[] | null;
            /** @description The name in addresses. */
            id: string;
            /** @description The board under all its scenes, which come without it. */
            layout: components["schemas"]["Layout"];
            /** @description What sets it apart, in one short sentence. */
            summary: string;
        };
        /** @description A place in the line before the computer. */
        Wait: {
            /** @description How many questions are answered before this one. */
            ahead: number;
            /**
             * Format: int64
             * @description After about how many seconds this one is begun.
             */
            seconds: number;
        };
        /** @description An area of the board with a meaning of its own, such as a goal row. */
        Zone: {
            /** @description What it is: `goal row`. */
            name: string;
            owner: components["schemas"]["Side"] | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
