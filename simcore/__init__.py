"""simcore plays millions of seeded card games and says what they mean for balance."""

__version__ = "0.1.0"
