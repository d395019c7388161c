//! Small networks that judge positions.
//!
//! A network has inputs that are on or off, one hidden layer and one output. Few inputs are on in a position, so the
//! hidden layer is a sum of few rows; all numbers are whole, so that every machine judges alike. Its weights are text
//! in the game's folder, written by the tool that fits them to the results of games.

use crate::game::Variant;
use crate::tactics::Tactics;

/// What a hidden unit that is fully on has.
pub const ON: i16 = 255;

/// What a weight of 1 to the output is stored as.
pub const OUTPUT_UNIT: i16 = 64;

/// So much of the output is one point of an evaluation: 400 points are odds of 10, and the output is in odds of e.
const A_POINT: i32 = 23_957;

/// Hidden units come in blocks that a processor adds at once.
pub const BLOCK: usize = 16;

/// No position has more inputs on.
pub const MOST_ON: usize = 96;

/// No move turns more inputs on or off.
pub const MOST_CHANGED: usize = 32;

type Units = [i16; BLOCK];

/// A network with so many inputs and blocks of hidden units. The rows are what an input adds to the hidden units; the
/// sum, cut to 0 to [`ON`] and squared, goes to the output.
#[derive(Clone, Debug)]
pub struct Network<const INPUTS: usize, const BLOCKS: usize> {
    rows: [[Units; BLOCKS]; INPUTS],
    bias: [Units; BLOCKS],
    output: [Units; BLOCKS],
    output_bias: i32,
}

impl<const INPUTS: usize, const BLOCKS: usize> Network<INPUTS, BLOCKS> {
    /// Reads the weights: lines that begin with `#` are remarks; then come the biases of the hidden units, the row of
    /// every input, the weights to the output and its bias.
    ///
    /// # Panics
    /// If there are more or fewer numbers than that: where it is a constant, the compiler says so.
    pub const fn read(text: &str) -> Self {
        let mut numbers = Numbers { text: text.as_bytes(), at: 0 };
        let bias = numbers.row();
        let mut rows = [[[0; BLOCK]; BLOCKS]; INPUTS];
        let mut input = 0;
        while input < INPUTS {
            rows[input] = numbers.row();
            input += 1;
        }
        let output = numbers.row();
        let output_bias = numbers.next();
        numbers.skip();
        assert!(numbers.at == numbers.text.len(), "numbers beyond the last weight");
        Network { rows, bias, output, output_bias }
    }

    /// What a position with these inputs on is worth, in points.
    #[inline]
    pub fn points(&self, on: &On) -> i32 {
        self.points_from(&self.bias, on.inputs(), &[])
    }

    /// The sums of the hidden units in a position with these inputs on, from which those of similar positions follow.
    pub fn sums(&self, on: &On) -> Sums<BLOCKS> {
        let mut sums = self.bias;
        for input in on.inputs() {
            let row = &self.rows[usize::from(*input)];
            for (units, more) in sums.iter_mut().flatten().zip(row.iter().flatten()) {
                *units = units.wrapping_add(*more);
            }
        }
        Sums(sums)
    }

    /// What a position is worth in which the inputs `more` are on, too, and `fewer` are not.
    #[inline]
    pub fn points_after(&self, before: &Sums<BLOCKS>, more: &Changed, fewer: &Changed) -> i32 {
        self.points_from(&before.0, more.inputs(), fewer.inputs())
    }

    /// Adds rows to sums, and takes others away, and gives the output.
    #[expect(clippy::needless_range_loop, reason = "iterators are not always made into vectors")]
    #[inline]
    fn points_from(&self, sums: &[Units; BLOCKS], more: &[u16], fewer: &[u16]) -> i32 {
        let mut sum = self.output_bias;
        for block in 0..BLOCKS {
            let mut units = sums[block];
            for input in more {
                let row = &self.rows[usize::from(*input)][block];
                for unit in 0..BLOCK {
                    units[unit] = units[unit].wrapping_add(row[unit]);
                }
            }
            for input in fewer {
                let row = &self.rows[usize::from(*input)][block];
                for unit in 0..BLOCK {
                    units[unit] = units[unit].wrapping_sub(row[unit]);
                }
            }
            for unit in 0..BLOCK {
                let value = units[unit].clamp(0, ON);
                // In 16 bits as long as the weight is below 128: processors multiply eight such numbers at once.
                sum += i32::from(value * self.output[block][unit]) * i32::from(value);
            }
        }
        sum / A_POINT
    }
}

/// What the inputs of a position add to the hidden units.
#[derive(Clone, Debug)]
pub struct Sums<const BLOCKS: usize>([Units; BLOCKS]);

/// The inputs that are on in a position. One that is on twice counts twice.
///
/// A list, so that the units of a block stay in registers while its rows are added.
#[derive(Clone, Debug)]
pub struct On<const ROOM: usize = MOST_ON> {
    inputs: [u16; ROOM],
    count: usize,
}

/// Inputs that a move turns on or off.
pub type Changed = On<MOST_CHANGED>;

impl<const ROOM: usize> On<ROOM> {
    /// None yet.
    pub const NONE: Self = On { inputs: [0; ROOM], count: 0 };

    /// One more. Beyond the room for them they take the place of the first ones, which never happens in a game.
    #[inline]
    pub fn push(&mut self, input: usize) {
        debug_assert!(self.count < ROOM, "more inputs are on than there is room for");
        self.inputs[self.count % ROOM] = input as u16;
        self.count += 1;
    }

    #[inline]
    fn inputs(&self) -> &[u16] {
        &self.inputs[..self.count.min(ROOM)]
    }
}

impl<const ROOM: usize> FromIterator<usize> for On<ROOM> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(inputs: I) -> Self {
        let mut on = On::NONE;
        inputs.into_iter().for_each(|input| on.push(input));
        on
    }
}

/// Whole numbers in a text, one after the other.
struct Numbers<'a> {
    text: &'a [u8],
    at: usize,
}

impl Numbers<'_> {
    /// Goes to the next number or to the end.
    const fn skip(&mut self) {
        while self.at < self.text.len() {
            match self.text[self.at] {
                b'#' => {
                    while self.at < self.text.len() && self.text[self.at] != b'\n' {
                        self.at += 1;
                    }
                }
                b' ' | b'\n' | b'\r' => self.at += 1,
                _ => return,
            }
        }
    }

    const fn next(&mut self) -> i32 {
        self.skip();
        assert!(self.at < self.text.len(), "expected a weight, got the end");
        let negative = self.text[self.at] == b'-';
        if negative {
            self.at += 1;
        }
        let first = self.at;
        let mut number = 0;
        while self.at < self.text.len() && self.text[self.at].is_ascii_digit() {
            number = 10 * number + (self.text[self.at] - b'0') as i32;
            self.at += 1;
        }
        assert!(self.at > first, "expected a whole number");
        if negative { -number } else { number }
    }

    const fn row<const BLOCKS: usize>(&mut self) -> [Units; BLOCKS] {
        let mut row = [[0; BLOCK]; BLOCKS];
        let mut place = 0;
        while place < BLOCK * BLOCKS {
            row[place / BLOCK][place % BLOCK] = self.next() as i16;
            place += 1;
        }
        row
    }
}

/// A game with a network in its evaluation, so that the weights can be fitted to the results of games.
pub trait Learned: Tactics {
    /// How many inputs the network of a variant has.
    fn inputs(variant: Variant) -> usize;

    /// Calls `on` with every input that is on in a running position, and gives what else its evaluation counts, in
    /// points; `None` where the evaluation sees the result without the network.
    fn each_input(&self, on: &mut dyn FnMut(usize)) -> Option<i32>;

    /// Which input every input becomes under each symmetry of the board but the identity, if it has any.
    fn images(_variant: Variant) -> Vec<Vec<usize>> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three inputs and one block; only the first two units have weights.
    fn small() -> Network<3, 1> {
        let row = |first: i32, second: i32| format!("{first} {second}{}\n", " 0".repeat(BLOCK - 2));
        let rows = [(1, -2), (100, 0), (200, 300), (-5, 7), (64, -32)];
        let rows: String = rows.into_iter().map(|(first, second)| row(first, second)).collect();
        Network::read(&format!("# a remark\n{rows}12\n"))
    }

    #[test]
    fn hidden_units_are_cut_and_squared() {
        let by_hand = |hidden: [i32; 2]| {
            let [a, b] = hidden.map(|unit| unit.clamp(0, 255));
            (12 + 64 * a * a - 32 * b * b) / A_POINT
        };
        let points = |on: &[usize]| small().points(&on.iter().copied().collect());
        assert_eq!(points(&[]), by_hand([1, -2]));
        assert_eq!(points(&[0]), by_hand([101, -2]));
        assert_eq!(points(&[0, 1]), by_hand([301, 298]));
        assert_eq!(points(&[1, 2]), by_hand([196, 305]));
        assert!(points(&[0]) > 20);
    }

    #[test]
    fn a_change_of_inputs_gives_what_adding_up_anew_does() {
        let (network, on) = (small(), |inputs: &[usize]| inputs.iter().copied().collect());
        let before = network.sums(&on(&[0, 2]));
        let changed = |more: &[usize], fewer: &[usize]| {
            let [more, fewer] = [more, fewer].map(|inputs| inputs.iter().copied().collect());
            network.points_after(&before, &more, &fewer)
        };
        assert_eq!(changed(&[], &[]), network.points(&on(&[0, 2])));
        assert_eq!(changed(&[1], &[]), network.points(&on(&[0, 1, 2])));
        assert_eq!(changed(&[1], &[0, 2]), network.points(&on(&[1])));
        assert_ne!(changed(&[], &[0]), changed(&[], &[]));
    }

    #[test]
    fn four_hundred_points_are_odds_of_ten() {
        let unit = f64::from(ON) * f64::from(ON) * f64::from(OUTPUT_UNIT);
        let points = 400.0 / std::f64::consts::LN_10;
        assert!((unit / points - f64::from(A_POINT)).abs() < 1.0);
    }

    #[test]
    #[should_panic(expected = "got the end")]
    fn too_few_weights_are_refused() {
        Network::<3, 2>::read("1 2 3");
    }

    #[test]
    #[should_panic(expected = "beyond the last")]
    fn too_many_weights_are_refused() {
        Network::<0, 1>::read(&"1 ".repeat(2 * BLOCK + 2));
    }
}
