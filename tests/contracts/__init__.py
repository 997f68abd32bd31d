"""What holds for every registered benchmark."""
