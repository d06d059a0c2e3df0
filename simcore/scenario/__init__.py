"""Scenarios: a TOML file becomes a frozen description of every cell that a run plays."""
