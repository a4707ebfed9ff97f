BEGIN TRANSACTION;
CREATE TABLE evening_games (
        evening_id INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
        number INTEGER NOT NULL, game TEXT NOT NULL, options TEXT NOT NULL, match_id INTEGER,
        points TEXT, winners TEXT, checksum INTEGER, PRIMARY KEY (evening_id, number)
    ) WITHOUT ROWID;
CREATE TABLE evenings (
        id INTEGER PRIMARY KEY AUTOINCREMENT, chairs TEXT NOT NULL, begun TEXT NOT NULL,
        touched TEXT NOT NULL, closed INTEGER NOT NULL DEFAULT 0
    , checksum INTEGER);
CREATE TABLE kept (session TEXT NOT NULL, works INTEGER NOT NULL, origin TEXT NOT NULL);
INSERT INTO "kept" VALUES('85125b0b9d5c2b5ef24a2b12f302220f',0,'');
CREATE TABLE levels (
    game TEXT NOT NULL, level TEXT NOT NULL, solved INTEGER NOT NULL, points INTEGER,
    tries INTEGER NOT NULL, checksum INTEGER, PRIMARY KEY (game, level)
) WITHOUT ROWID;
INSERT INTO "levels" VALUES('jin_li','01',1,7,3,2750622067);
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, header TEXT NOT NULL,
    chairs TEXT NOT NULL, begun TEXT NOT NULL, touched TEXT NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
, seconds INTEGER NOT NULL DEFAULT 0, checksum INTEGER);
INSERT INTO "matches" VALUES(1,'jin_li','Walong Table record 1
game: jin_li 1
seats: 2
seed: 4
luck: auto
games: 1
name 0: Ada
name 1: Bob
date: 2024-05-17T20:15:00
','[{"kind": "person", "name": "Ada", "level": null, "profile": 1}, {"kind": "person", "name": "Bob", "level": null, "profile": 2}]','2024-05-17T20:15:00','2024-05-17T20:16:00',0,0,2292788632);
CREATE TABLE moves (
    match_id INTEGER NOT NULL, game_no INTEGER NOT NULL, step INTEGER NOT NULL,
    text TEXT NOT NULL, checksum INTEGER, PRIMARY KEY (match_id, game_no, step)
) WITHOUT ROWID;
INSERT INTO "moves" VALUES(1,0,0,'a1-b2',3055678813);
INSERT INTO "moves" VALUES(1,0,1,'@d4',228848975);
CREATE TABLE profiles (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
    colour TEXT NOT NULL, mark TEXT NOT NULL
, checksum INTEGER);
INSERT INTO "profiles" VALUES(1,'Ada','','',3190531138);
INSERT INTO "profiles" VALUES(2,'Bob','','',427519243);
INSERT INTO "profiles" VALUES(5,'Carl','jade','koi',3464628066);
CREATE TABLE quarantine (
        id INTEGER PRIMARY KEY AUTOINCREMENT, place TEXT NOT NULL, key TEXT NOT NULL,
        content TEXT NOT NULL, why TEXT NOT NULL, found TEXT NOT NULL
    );
CREATE TABLE results (
    id INTEGER PRIMARY KEY AUTOINCREMENT, match_id INTEGER, game TEXT NOT NULL,
    options TEXT NOT NULL, seed TEXT NOT NULL, games INTEGER NOT NULL,
    reason TEXT NOT NULL, record TEXT NOT NULL, date TEXT NOT NULL
, seats INTEGER NOT NULL DEFAULT 0, seconds INTEGER, checksum INTEGER);
INSERT INTO "results" VALUES(1,NULL,'toy','{"cards": true, "pile": 6}','4',1,'empty','Walong Table record 1
game: toy 1
seats: 2
name 0: Ada
name 1: Bob

game 1
','2024-05-16T19:00:00',2,NULL,1407787829);
INSERT INTO "results" VALUES(2,NULL,'toy','{"cards": true, "pile": 6}','4',3,'series','Walong Table record 1
game: toy 1
seats: 2
name 0: Ada
name 1: Computer

game 1
','2024-05-17T19:00:00',2,NULL,2744429236);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER) WITHOUT ROWID;
INSERT INTO "settings" VALUES('language','"de"',2321249130);
CREATE TABLE standings (
    result_id INTEGER NOT NULL REFERENCES results ON DELETE CASCADE, person INTEGER NOT NULL,
    kind TEXT NOT NULL, name TEXT NOT NULL, level TEXT,
    profile INTEGER REFERENCES profiles ON DELETE SET NULL,
    points INTEGER NOT NULL, won INTEGER NOT NULL, drawn INTEGER NOT NULL, best INTEGER, checksum INTEGER,
    PRIMARY KEY (result_id, person)
) WITHOUT ROWID;
INSERT INTO "standings" VALUES(1,0,'person','Ada',NULL,1,5,1,0,5,2599647351);
INSERT INTO "standings" VALUES(1,1,'person','Bob',NULL,2,3,0,0,3,2773520557);
INSERT INTO "standings" VALUES(2,0,'person','Ada',NULL,1,9,1,0,NULL,1252700140);
INSERT INTO "standings" VALUES(2,1,'computer','Computer','easy',NULL,8,0,0,NULL,1569891355);
CREATE INDEX standings_by_profile ON standings (profile);
CREATE INDEX results_by_game ON results (game);
CREATE INDEX results_by_match ON results (match_id);
CREATE INDEX matches_by_date ON matches (finished, touched);
CREATE INDEX evening_games_by_match ON evening_games (match_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('profiles',5);
INSERT INTO "sqlite_sequence" VALUES('matches',1);
INSERT INTO "sqlite_sequence" VALUES('results',2);
COMMIT;
PRAGMA user_version = 4;
