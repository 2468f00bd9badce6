"""1880 as numbers: the action space and the observation of its environments."""
