CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, header TEXT NOT NULL,
    chairs TEXT NOT NULL, begun TEXT NOT NULL, touched TEXT NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE moves (
    match_id INTEGER NOT NULL, game_no INTEGER NOT NULL, step INTEGER NOT NULL,
    text TEXT NOT NULL, PRIMARY KEY (match_id, game_no, step)
) WITHOUT ROWID;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE profiles (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
    colour TEXT NOT NULL, mark TEXT NOT NULL
);
CREATE TABLE levels (
    game TEXT NOT NULL, level TEXT NOT NULL, solved INTEGER NOT NULL, points INTEGER,
    tries INTEGER NOT NULL, PRIMARY KEY (game, level)
) WITHOUT ROWID;
CREATE TABLE results (
    id INTEGER PRIMARY KEY AUTOINCREMENT, match_id INTEGER, game TEXT NOT NULL,
    options TEXT NOT NULL, seed TEXT NOT NULL, games INTEGER NOT NULL,
    reason TEXT NOT NULL, record TEXT NOT NULL, date TEXT NOT NULL
);
CREATE INDEX results_by_game ON results (game, date);
CREATE TABLE standings (
    result_id INTEGER NOT NULL REFERENCES results ON DELETE CASCADE, person INTEGER NOT NULL,
    kind TEXT NOT NULL, name TEXT NOT NULL, level TEXT,
    profile INTEGER REFERENCES profiles ON DELETE SET NULL,
    points INTEGER NOT NULL, won INTEGER NOT NULL, drawn INTEGER NOT NULL,
    PRIMARY KEY (result_id, person)
) WITHOUT ROWID;
CREATE INDEX standings_by_profile ON standings (profile);
INSERT INTO profiles VALUES (1, 'Ada', '', ''), (2, 'Bob', '', ''), (5, 'Carl', 'jade', 'koi');
INSERT INTO settings VALUES ('language', '"de"');
INSERT INTO levels VALUES ('jin_li', '01', 1, 7, 3);
INSERT INTO matches VALUES (1, 'jin_li', 'Walong Table record 1
game: jin_li 1
seats: 2
seed: 4
luck: auto
games: 1
name 0: Ada
name 1: Bob
date: 2024-05-17T20:15:00
', '[{"kind": "person", "name": "Ada", "level": null, "profile": 1}, {"kind": "person", "name": "Bob", "level": null, "profile": 2}]', '2024-05-17T20:15:00', '2024-05-17T20:16:00', 0);
INSERT INTO moves VALUES (1, 0, 0, 'a1-b2'), (1, 0, 1, '@d4');
INSERT INTO results VALUES
    (1, NULL, 'toy', '{"cards": true, "pile": 6}', '4', 1, 'empty', 'Walong Table record 1
game: toy 1
seats: 2
name 0: Ada
name 1: Bob

game 1
', '2024-05-16T19:00:00'),
    (2, NULL, 'toy', '{"cards": true, "pile": 6}', '4', 3, 'series', 'Walong Table record 1
game: toy 1
seats: 2
name 0: Ada
name 1: Computer

game 1
', '2024-05-17T19:00:00');
INSERT INTO standings VALUES
    (1, 0, 'person', 'Ada', NULL, 1, 5, 1, 0), (1, 1, 'person', 'Bob', NULL, 2, 3, 0, 0),
    (2, 0, 'person', 'Ada', NULL, 1, 9, 1, 0), (2, 1, 'computer', 'Computer', 'easy', NULL, 8, 0, 0);
PRAGMA user_version = 1;
