"""Renders boards, tables and messages as text."""
