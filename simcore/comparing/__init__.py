"""Comparison of strategies on shared deals: two of them, a field of them, and values of their parameters."""
