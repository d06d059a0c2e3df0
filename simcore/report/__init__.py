"""Balance reports: tables, figures and plain sentences from a finished run."""
