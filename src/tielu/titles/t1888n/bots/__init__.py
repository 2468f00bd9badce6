"""What bots know of 1888-N: the clerk's book and rules of thumb, the director's numbers."""
