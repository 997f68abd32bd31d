"""What every pipeline does around its stages: open a run, freeze a release, take answers, judge, conclude."""
