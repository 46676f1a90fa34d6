"""Jobs: rows in the database for work that is due later, which processes claim and do."""
