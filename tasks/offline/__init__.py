"""Rules that answer questions where no model does: for a first try, labelled wherever they are used."""
