ALTER TABLE matches ADD COLUMN parked TEXT;
-- What best scores are found by without a look into any record.
CREATE INDEX results_played ON results (game, options, seed, games, date) WHERE instr(record, char(10) || 'taken over: ') = 0
