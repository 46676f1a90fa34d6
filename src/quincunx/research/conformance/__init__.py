"""The conformance kit: data files with which other implementations of the rules can be tested."""
