"""What must happen later: rows in the database, claimed and done."""
