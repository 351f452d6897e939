"""One position at a time: boards, rules as bit expressions, games. The standard library alone."""
