"""Players that are external programs, and this library as such a program.

`child_process` runs a command and reads its lines, `program_player` has the common part of such
players, and `exec` asks about one position at a time. `gomocup_manager` implements the manager's
side of the protocol of gomoku programs, and `gomocup_brain` the program's side.
"""
