-- Who serves: a row for every start of a server. Its games are its own until it expires, by this database's clock.
CREATE TABLE nodes (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Where other nodes reach it.
    address TEXT NOT NULL,
    began BIGINT NOT NULL,
    -- Its last sign of life.
    seen BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

-- A game's line in lists. It follows from the events and is written with them. Names are ordered by their bytes, as everywhere else.
CREATE TABLE games (
    id TEXT COLLATE "C" PRIMARY KEY,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    status TEXT NOT NULL,
    owner TEXT NOT NULL,
    seats TEXT NOT NULL,
    ply BIGINT NOT NULL,
    result TEXT,
    clock TEXT,
    listed BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    -- Its owner's name for the command that made it.
    op TEXT,
    -- Since when whoever is to move has been so.
    idle_since BIGINT NOT NULL,
    -- How long its log is.
    version BIGINT NOT NULL,
    packed BIGINT NOT NULL DEFAULT 0,
    -- The node whose it is, and how many have had it: an append by any but the last writes nothing.
    node BIGINT,
    epoch BIGINT NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX games_timed ON games (created, id) WHERE status = 'open' OR (status = 'running' AND clock IS NOT NULL);
CREATE INDEX games_idle ON games (idle_since) WHERE status = 'running' AND clock IS NULL;
CREATE INDEX games_unpacked ON games (id) WHERE packed = 0 AND status IN ('finished', 'aborted');
CREATE INDEX games_listed ON games (created, id) WHERE listed = 1;
CREATE INDEX games_listed_status ON games (status, created, id) WHERE listed = 1;
CREATE UNIQUE INDEX games_made ON games (owner, op) WHERE op IS NOT NULL;

-- When a game went from one node to another, and how long its log was then: what is written later is the new one's.
CREATE TABLE owners (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    epoch BIGINT NOT NULL,
    node BIGINT NOT NULL,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, epoch)
);

-- What happened. Everything else follows from it.
CREATE TABLE events (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    version BIGINT NOT NULL CHECK (version > 0),
    -- Under which ownership it was written.
    epoch BIGINT NOT NULL,
    -- The lowest format whose programs understand it.
    format BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, version)
);

CREATE FUNCTION events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed';
END $$;
CREATE TRIGGER events_stay BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION events_stay();

-- The log of a game that is over, up to a version, in one piece. What comes later stands among the events.
CREATE TABLE packs (
    game TEXT COLLATE "C" PRIMARY KEY REFERENCES games (id),
    version BIGINT NOT NULL,
    body BYTEA NOT NULL
);

-- Whose games.
CREATE TABLE people (
    guest TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    PRIMARY KEY (guest, created, game)
);

CREATE TABLE guests (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX guests_seen ON guests (seen);

-- What opens a guest's door, by its hash: a browser's session, a program's token.
CREATE TABLE sessions (
    id TEXT COLLATE "C" PRIMARY KEY,
    guest TEXT COLLATE "C" NOT NULL REFERENCES guests (id),
    label TEXT NOT NULL,
    hash BYTEA NOT NULL UNIQUE,
    -- The hash before the last rotation: it opens for a moment longer.
    previous BYTEA,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    rotated BIGINT,
    revoked BIGINT
);
CREATE INDEX sessions_previous ON sessions (previous) WHERE previous IS NOT NULL;
CREATE INDEX sessions_guest ON sessions (guest);
CREATE INDEX sessions_revoked ON sessions (revoked) WHERE revoked IS NOT NULL;

CREATE TABLE tokens (
    id TEXT COLLATE "C" PRIMARY KEY,
    guest TEXT COLLATE "C" NOT NULL REFERENCES guests (id),
    label TEXT NOT NULL,
    hash BYTEA NOT NULL UNIQUE,
    previous BYTEA,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    rotated BIGINT,
    revoked BIGINT
);
CREATE INDEX tokens_previous ON tokens (previous) WHERE previous IS NOT NULL;
CREATE INDEX tokens_guest ON tokens (guest);
CREATE INDEX tokens_revoked ON tokens (revoked) WHERE revoked IS NOT NULL;

-- Who follows a game at which node.
CREATE TABLE present (
    game TEXT COLLATE "C" NOT NULL,
    node BIGINT NOT NULL,
    guests TEXT[] NOT NULL,
    spectators BIGINT NOT NULL,
    PRIMARY KEY (game, node)
);
CREATE INDEX present_node ON present (node);

-- Signs of life.
CREATE TABLE signs (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
