"""What `quincunx doctor` checks: the installation, and everything around it that the program uses."""
