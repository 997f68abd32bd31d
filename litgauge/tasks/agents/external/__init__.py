"""Agents of others: a command, or an endpoint. They get the task as JSON and give an answer; the rest is theirs."""
