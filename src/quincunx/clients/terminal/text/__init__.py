"""Boards, tables and messages as text."""
