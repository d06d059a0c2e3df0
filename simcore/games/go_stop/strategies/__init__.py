"""Strategies of Go-Stop, one file each."""
