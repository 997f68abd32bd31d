"""What a judge says of reviews: five grades of each (figure 5), and a ranking of those on one topic (Table 4)."""
