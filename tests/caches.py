"""The table's caches as tests want them."""

from game.ui.sprites import SpriteCache


def forget(*caches: SpriteCache) -> None:
    """Nothing is in these caches any more, and nothing in its middle."""
    SpriteCache._unfinished.clear()
    for cache in caches:
        cache._kept.clear()
        cache.held = 0


def full(cache: SpriteCache) -> bool:
    """Whether something has to go for whatever is made next."""
    return cache.held >= 0.9 * cache.limit
