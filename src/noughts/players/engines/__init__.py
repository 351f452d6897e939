"""Players that are external programs, and this library as such a program.

`child_process` runs a command and reads its lines, `program_player` has the code that such players
share, and `exec` asks a program about one position at a time. `gomocup_manager` implements the
manager's side of the Gomocup protocol for gomoku programs, and `gomocup_brain` implements the
program's side.
"""
