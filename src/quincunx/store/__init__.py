"""The database: matches as logs of events, jobs, accounts, ratings, in SQLite or PostgreSQL. Times in milliseconds."""
