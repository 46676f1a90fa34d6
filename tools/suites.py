"""Which tests run where. Every folder of tests/ is named here (checked by tests/house/test_suites.py)."""

# tests of the compiled modules, and a sample of each kind of program that uses them: they run in both builds
BOTH_BUILDS = (
    "conformance",
    "search",
    "rules",
    "playthroughs",
    "perft",
    "peers",
    "properties",
    "notation",
    "core",
    "toy",
    "research/test_vector.py",
    "play/test_match_properties.py",
    "play/test_replay.py",
    "play/test_scene.py",
    "play/test_view.py",
    "terminal/test_classic.py",
    "terminal/test_engine.py",
    "terminal/test_lines.py",
    "web/test_smoke.py",
)
# what does not depend on the build, and runs once, with the compiled one; a file may differ from its folder
ONE_BUILD = (
    "backends",
    "chaos",
    "cluster",
    "deploy",
    "faults",
    "house",
    "lessons",
    "live",
    "play",
    "puzzles",
    "remote",
    "research",
    "terminal",
    "web",
    "words",
    "peers/test_puzzles.py",
    "search/test_balance.py",
    "search/test_fits.py",
    "search/test_learning.py",
    "search/test_review.py",
    "search/test_tournament.py",
    "search/test_worker_process.py",
    "toy/test_package.py",
)
# In Chromium and in the program window, with the compiled build. They run separately, because Playwright keeps an event
# loop in its thread, where other tests need to run theirs.
ON_SCREEN = ("browser", "desktop")
# for make check: the rules, the notation, and what builds on them without files or processes
FAST = ("core", "notation", "perft", "playthroughs", "properties", "rules", "play", "lessons")
# with the build that checks every array access
SANITIZED = (
    "conformance",
    "core/test_network.py",
    "perft",
    "search/test_alphabeta.py",
    "search/test_mcts.py",
    "search/test_evaluators.py",
)


def paths(*suites: str) -> list[str]:
    """The suites as arguments for pytest."""
    return [f"tests/{suite}" for suite in suites]


def without(*suites: str) -> list[str]:
    """The arguments for pytest that exclude these suites."""
    return [f"--ignore={path}" for path in paths(*suites)]
