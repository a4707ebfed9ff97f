"""Phones at the table: what they are sent, what they may say, and the server that carries it."""
