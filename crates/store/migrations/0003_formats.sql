-- Events have a format, and know people by their ids only; their version stands beside them.
CREATE TABLE formatted (
    game TEXT NOT NULL REFERENCES games (id),
    version INTEGER NOT NULL CHECK (version > 0),
    -- The lowest format whose programs understand it.
    format INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, version)
) WITHOUT ROWID;

INSERT INTO formatted SELECT game, version, 1, json_remove(
    CASE
        WHEN json_type(body, '$.what.created') IS NOT NULL THEN json_set(body,
            '$.what.created.owner', body ->> '$.what.created.owner.id',
            '$.what.created.seats', json_array(
                CASE WHEN json_type(body, '$.what.created.seats[0].guest') = 'object'
                    THEN json_object('guest', body ->> '$.what.created.seats[0].guest.id')
                    ELSE json(body -> '$.what.created.seats[0]') END,
                CASE WHEN json_type(body, '$.what.created.seats[1].guest') = 'object'
                    THEN json_object('guest', body ->> '$.what.created.seats[1].guest.id')
                    ELSE json(body -> '$.what.created.seats[1]') END))
        WHEN json_type(body, '$.what.joined') IS NOT NULL THEN json_set(body,
            '$.what.joined.guest', body ->> '$.what.joined.guest.id')
        ELSE body
    END, '$.version') FROM events;

DROP TABLE events;
ALTER TABLE formatted RENAME TO events;

-- The log of a game that is over, up to a version, in one piece. What comes later stands among the events.
CREATE TABLE packs (
    game TEXT PRIMARY KEY NOT NULL REFERENCES games (id),
    version INTEGER NOT NULL,
    body BLOB NOT NULL
) WITHOUT ROWID;

CREATE TRIGGER events_have_no_gaps BEFORE INSERT ON events
WHEN NEW.version > 1 AND NOT EXISTS (SELECT 1 FROM events WHERE game = NEW.game AND version = NEW.version - 1)
    AND NOT EXISTS (SELECT 1 FROM packs WHERE game = NEW.game AND version = NEW.version - 1)
BEGIN
    SELECT RAISE(ABORT, 'the log has a gap');
END;

CREATE TRIGGER events_are_not_doubled BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM packs WHERE game = NEW.game AND version >= NEW.version)
BEGIN
    SELECT RAISE(ABORT, 'the log is longer');
END;

CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'events are never changed');
END;

-- Since when whoever is to move has been so; how long its log is; whether that is packed.
ALTER TABLE games ADD COLUMN idle_since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN packed INTEGER NOT NULL DEFAULT 0;
UPDATE games SET
    idle_since = updated,
    version = (SELECT coalesce(max(version), 0) FROM events WHERE game = games.id),
    seats = json_array(
        CASE WHEN json_type(seats, '$[0].guest') = 'object'
            THEN json_object('guest', seats ->> '$[0].guest.id') ELSE json(seats -> '$[0]') END,
        CASE WHEN json_type(seats, '$[1].guest') = 'object'
            THEN json_object('guest', seats ->> '$[1].guest.id') ELSE json(seats -> '$[1]') END);

-- Only these have something to do by themselves.
DROP INDEX games_live;
CREATE INDEX games_timed ON games (created, id) WHERE status = 'open' OR (status = 'running' AND clock IS NOT NULL);
CREATE INDEX games_idle ON games (idle_since) WHERE status = 'running' AND clock IS NULL;
CREATE INDEX games_unpacked ON games (updated) WHERE packed = 0 AND status IN ('finished', 'aborted');
