"""All that solves a level: the turns after which its goal is reached or can still be forced."""

from game.services.levels.goals import Search, Track, each_turn


def winning_tracks(search: Search, track: Track, turns: int) -> list[Track]:
    """Every such turn of the seat's, as the track after it."""
    return [after for after in each_turn(track) if search.kept(after, turns - 1)]
