"""Strategies of Dog Park, one file each."""
