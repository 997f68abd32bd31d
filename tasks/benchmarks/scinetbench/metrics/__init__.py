"""The metrics of SciNetBench, one file each."""
