"""Strategies of Dog Lover, one file each."""
