"""Plays scenarios: chunks of games, Parquet parts, a manifest; and reads them again."""
