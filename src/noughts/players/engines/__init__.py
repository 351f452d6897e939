"""Players that are programs of their own, and this library as such a program.

`process` runs a command and reads its lines, `program` has the common part of such players, and
`exec` asks one position at a time. `gomocup_manager` speaks the protocol of gomoku programs as
their manager, and `gomocup_brain` as such a program.
"""
