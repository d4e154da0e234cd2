//! CBF: the XML of CCBridge, the tree as a flat run of moves with the same flags as in a record (formats.md §3.5).

