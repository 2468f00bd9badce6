"""What every 18xx game shares: board, track, market, shares, money, actions and the flow of play."""
