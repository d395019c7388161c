//! One game at one screen: seats, clocks, taking back, hints, and a save after every move.
