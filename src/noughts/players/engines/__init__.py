"""Players that are external programs, and this library as such a program.

`child_process` runs a command and reads its lines, `program_player` has the code that players
that are programs share, and `exec` asks a program about one position at a time. The Gomocup
protocol is for gomoku programs: `gomocup_manager` implements the manager's side, and
`gomocup_brain` implements the program's side.
"""
