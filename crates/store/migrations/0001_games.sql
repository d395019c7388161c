-- A game's line in lists. It follows from the events and is written with them.
CREATE TABLE games (
    id TEXT PRIMARY KEY NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    status TEXT NOT NULL,
    owner TEXT NOT NULL,
    seats TEXT NOT NULL,
    ply INTEGER NOT NULL,
    result TEXT,
    clock TEXT,
    listed INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    -- Its owner's name for the command that made it.
    op TEXT
) WITHOUT ROWID;

CREATE INDEX games_live ON games (created, id) WHERE status IN ('open', 'running');
CREATE INDEX games_listed ON games (created, id) WHERE listed = 1;
CREATE INDEX games_listed_status ON games (status, created, id) WHERE listed = 1;
CREATE UNIQUE INDEX games_made ON games (owner, op) WHERE op IS NOT NULL;

-- What happened. Everything else follows from it.
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id),
    version INTEGER NOT NULL CHECK (version > 0),
    body TEXT NOT NULL,
    PRIMARY KEY (game, version)
) WITHOUT ROWID;

CREATE TRIGGER events_have_no_gaps BEFORE INSERT ON events
WHEN NEW.version > 1 AND NOT EXISTS (SELECT 1 FROM events WHERE game = NEW.game AND version = NEW.version - 1)
BEGIN
    SELECT RAISE(ABORT, 'the log has a gap');
END;

CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'events are never changed');
END;

-- Whose games.
CREATE TABLE people (
    guest TEXT NOT NULL,
    created INTEGER NOT NULL,
    game TEXT NOT NULL REFERENCES games (id),
    PRIMARY KEY (guest, created, game)
) WITHOUT ROWID;

CREATE TABLE guests (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;

-- What opens a door, by its hash. Other kinds than a guest's may come.
CREATE TABLE tokens (
    hash BLOB PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL,
    guest TEXT NOT NULL REFERENCES guests (id),
    created INTEGER NOT NULL
) WITHOUT ROWID;

-- Signs of life.
CREATE TABLE signs (
    name TEXT PRIMARY KEY NOT NULL,
    value INTEGER NOT NULL
) WITHOUT ROWID;
