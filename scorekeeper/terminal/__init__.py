"""What is said and asked at the terminal, and about which game; it carries out nothing."""
