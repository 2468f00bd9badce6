"""Reviews of games on the pages: asked for, made in the background, shown."""
