"""Says and asks things at the terminal, and finds the game; it carries out no commands."""
