"""Statistics on counts and arrays; it knows no game and touches no file."""
