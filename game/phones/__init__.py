"""Phones at the table: everybody's own hand in their own hand (docs/phones.md)."""
