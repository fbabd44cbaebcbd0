"""Phones around the table: a page on the home network that follows the game and takes entries."""
