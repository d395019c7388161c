-- Who thinks for the nodes: a row for every start of one. It thinks until it expires, by this database's clock.
CREATE TABLE thinkers (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- How people call it.
    name TEXT NOT NULL,
    threads BIGINT NOT NULL,
    -- How long a turn takes there of late, in seconds, for moves and hints and for analyses.
    play DOUBLE PRECISION NOT NULL,
    study DOUBLE PRECISION NOT NULL,
    expires BIGINT NOT NULL
);

-- What is to be thought about. Nothing of it is worth a disk: a node whose questions are gone asks again.
CREATE UNLOGGED TABLE jobs (
    -- Which node asked, and its number for it.
    node BIGINT NOT NULL,
    number BIGINT NOT NULL,
    -- 'play' or 'study': people wait in two lines.
    line TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    question TEXT NOT NULL,
    -- In microseconds: it orders the line.
    asked BIGINT NOT NULL,
    -- Who thought about the game last, and until when others leave it to that one.
    prefers BIGINT,
    prefers_until BIGINT NOT NULL,
    -- Who thinks about it, until when unless that one goes on, and how often it was begun.
    thinker BIGINT,
    expires BIGINT NOT NULL DEFAULT 0,
    tries BIGINT NOT NULL DEFAULT 0,
    answer TEXT,
    PRIMARY KEY (node, number)
);

-- Of each game one question is thought about at a time, whatever thinkers do at the same moment.
CREATE UNIQUE INDEX jobs_begun ON jobs (line, person, game) WHERE thinker IS NOT NULL AND answer IS NULL;
CREATE INDEX jobs_thinker ON jobs (thinker) WHERE thinker IS NOT NULL AND answer IS NULL;
CREATE INDEX jobs_open ON jobs (line, asked) WHERE answer IS NULL;

-- What was found on the way to an answer, in the order in which it was found.
CREATE UNLOGGED TABLE findings (
    node BIGINT NOT NULL,
    number BIGINT NOT NULL,
    place BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (node, number, place),
    FOREIGN KEY (node, number) REFERENCES jobs (node, number) ON DELETE CASCADE
);

-- When each had a turn last, in microseconds, and with whom: people take turns, then the games of each.
CREATE UNLOGGED TABLE turns (
    line TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    served BIGINT NOT NULL,
    thinker BIGINT NOT NULL,
    PRIMARY KEY (line, person, game)
);
CREATE INDEX turns_served ON turns (served);

-- Which version of the page a node has: while servers of two versions work side by side, each finds the other's files. Older programs do not say.
ALTER TABLE nodes ADD COLUMN page TEXT;
