"""Rules as data: what a card is worth and what a meld may be, round by round."""
