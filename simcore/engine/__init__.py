"""Kernels, random streams, the registry of games and strategies: everything a game is built on."""
