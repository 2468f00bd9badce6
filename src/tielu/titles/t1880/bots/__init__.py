"""What bots know of 1880: the clerk's book and rules of thumb, the director's numbers."""
