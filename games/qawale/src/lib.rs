//! Qawale: sow stacks until four of yours stand in line.
