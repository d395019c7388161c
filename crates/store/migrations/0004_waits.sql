-- Games that were made before there was a rule for those that nobody plays wait for ever, as their players were told.
UPDATE games SET idle_since = 9223372036854775807;
