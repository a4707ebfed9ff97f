"""Walong Table: six tile and board games at one digital table."""

VERSION = "0.1.0"
