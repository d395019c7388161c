//! Yoxii: surround the totem with stronger pieces.
