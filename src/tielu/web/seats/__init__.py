"""Who sits where: links to seats, the reader's own, and seats that change hands."""
