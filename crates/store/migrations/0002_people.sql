-- When somebody was last there.
ALTER TABLE guests ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
UPDATE guests SET seen = created;

-- What opens a guest's door, by its hash: a browser's session, a program's token.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY NOT NULL,
    guest TEXT NOT NULL REFERENCES guests (id),
    label TEXT NOT NULL,
    hash BLOB NOT NULL,
    -- The hash before the last rotation: it opens for a moment longer.
    previous BLOB,
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    rotated INTEGER,
    revoked INTEGER
) WITHOUT ROWID;

-- Whatever opened a door until now goes on doing so.
INSERT INTO sessions SELECT lower(hex(randomblob(12))), guest, '', hash, NULL, created, created, NULL, NULL FROM tokens;
DROP TABLE tokens;

CREATE TABLE tokens (
    id TEXT PRIMARY KEY NOT NULL,
    guest TEXT NOT NULL REFERENCES guests (id),
    label TEXT NOT NULL,
    hash BLOB NOT NULL,
    previous BLOB,
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    rotated INTEGER,
    revoked INTEGER
) WITHOUT ROWID;

CREATE UNIQUE INDEX sessions_hash ON sessions (hash);
CREATE INDEX sessions_previous ON sessions (previous) WHERE previous IS NOT NULL;
CREATE INDEX sessions_guest ON sessions (guest);
CREATE UNIQUE INDEX tokens_hash ON tokens (hash);
CREATE INDEX tokens_previous ON tokens (previous) WHERE previous IS NOT NULL;
CREATE INDEX tokens_guest ON tokens (guest);
