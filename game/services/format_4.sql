-- The text of every statement is kept in the files of tables and compared with theirs, so it stays as it is, spaces included.
CREATE TABLE matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, header TEXT NOT NULL,
        chairs TEXT NOT NULL, begun TEXT NOT NULL, touched TEXT NOT NULL,
        finished INTEGER NOT NULL DEFAULT 0, seconds INTEGER NOT NULL DEFAULT 0, checksum INTEGER
    );
CREATE INDEX matches_by_date ON matches (finished, touched);
CREATE TABLE moves (
        match_id INTEGER NOT NULL, game_no INTEGER NOT NULL, step INTEGER NOT NULL,
        text TEXT NOT NULL, checksum INTEGER, PRIMARY KEY (match_id, game_no, step)
    ) WITHOUT ROWID;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER)
        WITHOUT ROWID;
CREATE TABLE profiles (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
        colour TEXT NOT NULL, mark TEXT NOT NULL, checksum INTEGER
    );
CREATE TABLE levels (
        game TEXT NOT NULL, level TEXT NOT NULL, solved INTEGER NOT NULL, points INTEGER,
        tries INTEGER NOT NULL, checksum INTEGER, PRIMARY KEY (game, level)
    ) WITHOUT ROWID;
CREATE TABLE results (
        id INTEGER PRIMARY KEY AUTOINCREMENT, match_id INTEGER, game TEXT NOT NULL,
        options TEXT NOT NULL, seed TEXT NOT NULL, games INTEGER NOT NULL,
        reason TEXT NOT NULL, record TEXT NOT NULL, date TEXT NOT NULL,
        seats INTEGER NOT NULL DEFAULT 0, seconds INTEGER, checksum INTEGER
    );
CREATE INDEX results_by_game ON results (game);
CREATE INDEX results_by_match ON results (match_id);
CREATE TABLE standings (
        result_id INTEGER NOT NULL REFERENCES results ON DELETE CASCADE, person INTEGER NOT NULL,
        kind TEXT NOT NULL, name TEXT NOT NULL, level TEXT,
        profile INTEGER REFERENCES profiles ON DELETE SET NULL,
        points INTEGER NOT NULL, won INTEGER NOT NULL, drawn INTEGER NOT NULL, best INTEGER,
        checksum INTEGER, PRIMARY KEY (result_id, person)
    ) WITHOUT ROWID;
CREATE INDEX standings_by_profile ON standings (profile);
CREATE TABLE evenings (
        id INTEGER PRIMARY KEY AUTOINCREMENT, chairs TEXT NOT NULL, begun TEXT NOT NULL,
        touched TEXT NOT NULL, closed INTEGER NOT NULL DEFAULT 0,
        checksum INTEGER
    );
CREATE TABLE evening_games (
        evening_id INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
        number INTEGER NOT NULL, game TEXT NOT NULL, options TEXT NOT NULL, match_id INTEGER,
        points TEXT, winners TEXT, checksum INTEGER, PRIMARY KEY (evening_id, number)
    ) WITHOUT ROWID;
CREATE INDEX evening_games_by_match ON evening_games (match_id);
CREATE TABLE quarantine (
        id INTEGER PRIMARY KEY AUTOINCREMENT, place TEXT NOT NULL, key TEXT NOT NULL,
        content TEXT NOT NULL, why TEXT NOT NULL, found TEXT NOT NULL
    )
