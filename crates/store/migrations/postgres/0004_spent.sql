-- What was spent of budgets: a row for each time that a node told it, under its number for that. Nothing of it is worth a disk.
CREATE UNLOGGED TABLE spent (
    node BIGINT NOT NULL,
    number BIGINT NOT NULL,
    accounts TEXT[] NOT NULL,
    costs BIGINT[] NOT NULL,
    PRIMARY KEY (node, number)
);
