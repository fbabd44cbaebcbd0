"""Longer runs, witnesses and makers of samples: each is run by hand, and several tests use them."""
