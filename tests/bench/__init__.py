"""How fast the program is beside another revision: ``python -m tests.bench [--against OTHER]``.

OTHER is a revision of this repository, a wheel, or a folder with the package. Every figure is
processor time: the two take turns in fresh processes that have seen none of the hands, and of each
hand the least of its times counts. What is printed are ratios, ours to theirs, for the hand in the
middle and for the 99th of a hundred, with the most that they are meant to be.

    deals       the hands, as texts that both can read
    ask         what runs in a process of its own: questions, timed
    sides       the two packages, and their times side by side
    climb       a hill climb to the worst hand
    peers       rlcard and OpenSpiel, where they are installed
"""
