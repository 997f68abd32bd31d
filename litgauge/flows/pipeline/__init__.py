"""Steps that pipelines share around their stages: open a run, freeze a release, take answers, judge, conclude."""
