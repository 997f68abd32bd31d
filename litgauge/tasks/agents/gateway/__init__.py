"""A gateway for agents of others: a model and two tools on loopback, under the rules of agents of ours."""
