"""Walong Table: six tile and board games at one digital table."""

VERSION = "1.0.0"
