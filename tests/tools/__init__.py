"""Longer runs, second witnesses and makers of samples: what is run by hand, or asked by tests."""
