"""Walong Table: six tile and board games at one digital table."""

VERSION = "0.9.0"
