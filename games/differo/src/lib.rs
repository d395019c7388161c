//! Differo: reach the far side on lines where you outnumber the opponent.
