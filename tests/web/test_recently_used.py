"""What was found once is not looked for again, and only so much is kept."""

from tielu.web.recently_used import RecentlyUsed


def test_value_is_found_once_for_each_key():
    """Until the key is another one."""
    cache, found = RecentlyUsed[int](size=2), list[int]()

    def find():
        found.append(len(found))
        return found[-1]

    assert [cache.get(("game", seq), find) for seq in (1, 1, 2, 1)] == [0, 0, 1, 0]


def test_least_recently_used_value_is_dropped():
    """The one asked for last stays."""
    cache = RecentlyUsed[str](size=2)
    for key in (1, 2, 1, 3):
        cache.get(key, lambda: "first")
    assert [cache.get(key, lambda: "again") for key in (1, 3, 2)] == ["first", "first", "again"]
