"""The commands that a user may type in a game, a puzzle or a live game, and the help on them."""

GAME_COMMANDS = {
    "u": "undo",
    "r": "redo",
    "h": "hint",
    "n": "new",
    "s": "swap",
    "v": "review",
    "?": "help",
    "q": "quit",
}
GAME_HELP = """\
{moves}. The rest, by letter or word:
  u undo    take back your last move         n new     start a new game
  r redo    play it again                    s swap    change sides
  h hint    what every free cell is worth    v review  what the game was worth, move by move
  q quit    leave, and print a record"""
SIGNS = "Beside a board's number, > says that you may play there, and X or O who has won it."

PUZZLE_COMMANDS = {"h": "hint", "s": "solution", "n": "next", "?": "help", "q": "quit"}
PUZZLE_HELP = """\
A number or a name ({example}) tries that move. A win in 3 counts the winner's moves.
The rest, by letter or word:
  h hint      take away half of the wrong moves
  s solution  show the answer
  n next      another puzzle
  q quit      leave"""

LIVE_WORDS = ("draw", "back", "decline", "resign")
LIVE_HELP = "a move, draw, back (take back), decline, resign, or q to leave; the game waits for you"
