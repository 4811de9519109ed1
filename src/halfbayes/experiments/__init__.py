"""Measurements that can be repeated: each module makes one table or figure from its data."""
