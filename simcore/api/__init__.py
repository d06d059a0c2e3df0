"""What Python users call: plays scenarios, reads runs, steps through positions."""
