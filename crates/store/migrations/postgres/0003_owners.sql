-- Since when nobody had looked after the game when it went to that node. Until something is written to it, whoever has it must be told.
ALTER TABLE owners ADD COLUMN away BIGINT;
