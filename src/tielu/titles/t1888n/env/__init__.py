"""1888-N as numbers: the action space and the observation of its environments."""
