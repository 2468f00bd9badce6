"""The choices of a position: the menu of legal actions, what each would bring about, and what is not possible."""
