"""Pages from their addresses: each asked for once, under limits, politely, through the guard."""
