"""What whoever runs a public server sees of it: whether it lives, figures, and logs."""
