"""Batch analysis of xiangqi positions by Chuhe on a Dask cluster."""

from .analyse import PartitionError, analyse, analyse_partition

__all__ = ["PartitionError", "analyse", "analyse_partition"]
