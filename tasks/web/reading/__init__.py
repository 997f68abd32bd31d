"""What servers gave, to text: told by its content, whatever its headers say."""
