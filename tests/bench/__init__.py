"""The program's speed against another revision: ``python -m tests.bench [--against OTHER]``.

OTHER is a revision of this repository, a wheel, or a folder with the package. Every figure is
processor time: the two take turns in fresh processes that have seen none of the hands, and the
least time of each hand counts. It prints ratios, ours to theirs, for the median hand and for the
99th of a hundred, and their limits.

    deals       the hands, as texts that both can read
    ask         questions, timed in a process of their own
    sides       the two packages, and their times side by side
    climb       a hill climb to the worst hand
    peers       rlcard and OpenSpiel, if they are installed
"""
