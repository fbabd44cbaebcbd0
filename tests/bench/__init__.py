"""How fast the program is: ``python -m tests.bench [--quick] [--json FILE]``.

Figures are ratios within one run. The solver's are to the *floor*: mapping 14 cards to numbers
and adding them up. Those of whole processes are to ``python -c pass`` of the same interpreter.

    clock       the floor, and the times of questions in floors
    deals       the hands, and the questions about them
    climb       a hill climb to the worst hand
    peers       rlcard, OpenSpiel and an integer program, where they are installed
    processes   the start of the program, and ``deadwood -``
    table       what a row is, and how rows are printed
"""
