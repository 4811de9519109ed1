"""Documents to matrices: tokens, counts and weights over a native kernel."""
