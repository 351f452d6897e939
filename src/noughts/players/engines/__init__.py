"""Players that are programs of their own, and this library as such a program.

`process` runs a command and reads its lines, `program` is what such players have in common, and
`exec` asks one position at a time. `gomocup_manager` speaks the protocol of gomoku programs as
their manager, and `gomocup_brain` as one of them.
"""
