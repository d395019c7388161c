//! A network fitted to results: Adam over batches, in floating point, then rounded to the whole numbers that are played.

use std::fmt::Write as _;

use quintet_catalog::Dice;
use quintet_core::Chance as _;
use quintet_core::network::{MOST_ON, ON, OUTPUT_UNIT};

/// What a network is fitted to.
#[derive(Default)]
pub struct Samples {
    /// The inputs that are on, of one position after the other.
    on: Vec<u16>,
    positions: Vec<Sample>,
    /// How many positions were left out because no network judges them.
    pub left_out: usize,
}

#[derive(Clone, Copy)]
struct Sample {
    begin: u32,
    length: u16,
    held_out: bool,
    /// What counts beside the network, in odds of e.
    beside: f32,
    target: f32,
}

impl Samples {
    pub fn push(&mut self, on: &[usize], beside: f32, target: f32, held_out: bool) {
        let begin = u32::try_from(self.on.len()).expect("fewer than 2³² inputs in all");
        let length = u16::try_from(on.len()).expect("few inputs are on");
        self.on.extend(on.iter().map(|input| *input as u16));
        self.positions.push(Sample { begin, length, held_out, beside, target });
    }

    fn inputs(&self, sample: &Sample) -> &[u16] {
        &self.on[sample.begin as usize..][..usize::from(sample.length)]
    }

    fn part(&self, held_out: bool) -> Vec<Sample> {
        self.positions.iter().copied().filter(|sample| sample.held_out == held_out).collect()
    }
}

/// How to fit.
#[derive(Clone, Debug)]
pub struct Wishes {
    pub inputs: usize,
    pub hidden: usize,
    pub epochs: u32,
    pub rate: f32,
    /// How strongly weights are drawn towards 0.
    pub decay: f32,
    pub threads: usize,
    pub seed: u64,
    /// Which input every input becomes under each symmetry but the identity.
    pub images: Vec<Vec<usize>>,
}

/// So many positions change the weights at once.
const BATCH: usize = 8192;

/// The weights stay within what the played network can hold: sums of as many rows as there may be in 16 bits.
const LARGEST_ROW: f32 = (i16::MAX as usize / (MOST_ON + 1)) as f32 / ON as f32;
const LARGEST_OUTPUT: f32 = 127.0 / OUTPUT_UNIT as f32;

/// Weights in one list: biases, rows, output, its bias.
#[derive(Clone)]
pub struct Weights {
    hidden: usize,
    all: Vec<f32>,
}

impl Weights {
    fn random(wishes: &Wishes) -> Weights {
        let Wishes { inputs, hidden, seed, .. } = *wishes;
        let mut dice = Dice::new(seed);
        let mut draw = |scale: f32| scale * (dice.below(20_001) as f32 / 10_000.0 - 1.0);
        let mut all = vec![0.0; hidden * (inputs + 2) + 1];
        all[..hidden].iter_mut().for_each(|bias| *bias = 0.3);
        all[hidden..hidden * (inputs + 1)].iter_mut().for_each(|weight| *weight = draw(0.2));
        all[hidden * (inputs + 1)..].iter_mut().for_each(|weight| *weight = draw(0.2));
        Weights { hidden, all }
    }

    fn row(&self, number: usize) -> &[f32] {
        &self.all[number * self.hidden..][..self.hidden]
    }

    fn output(&self) -> &[f32] {
        let end = self.all.len() - 1;
        &self.all[end - self.hidden..end]
    }

    /// The odds of e that it expects; `hidden` gets the hidden units before they are cut.
    fn value(&self, on: impl Iterator<Item = usize>, hidden: &mut [f32]) -> f32 {
        hidden.copy_from_slice(self.row(0));
        for input in on {
            hidden.iter_mut().zip(self.row(input + 1)).for_each(|(unit, weight)| *unit += weight);
        }
        let units = hidden.iter().zip(self.output());
        let sum: f32 = units.map(|(unit, weight)| weight * unit.clamp(0.0, 1.0).powi(2)).sum();
        sum + self.all[self.all.len() - 1]
    }

    /// Adds what a position says about every weight; gives its loss.
    fn learn(
        &self,
        on: &[usize],
        sample: &Sample,
        hidden: &mut [f32],
        gradient: &mut [f32],
    ) -> f64 {
        let value = sample.beside + self.value(on.iter().copied(), hidden);
        let chance = 1.0 / (1.0 + (-value).exp());
        let error = chance - sample.target;
        let end = self.all.len() - 1;
        gradient[end] += error;
        let outputs = end - self.hidden;
        for (place, unit) in hidden.iter_mut().enumerate() {
            let cut = unit.clamp(0.0, 1.0);
            gradient[outputs + place] += error * cut * cut;
            let inside = *unit > 0.0 && *unit < 1.0;
            *unit = if inside { error * self.all[outputs + place] * 2.0 * cut } else { 0.0 };
        }
        for row in std::iter::once(0).chain(on.iter().map(|input| input + 1)) {
            let row = &mut gradient[row * self.hidden..][..self.hidden];
            row.iter_mut().zip(&*hidden).for_each(|(sum, part)| *sum += part);
        }
        loss(value, sample.target)
    }

    /// What is played: whole numbers, with `remarks` before them.
    pub fn text(&self, remarks: &str) -> String {
        let mut text = format!("# {}\n", remarks.replace('\n', "\n# "));
        let rows = self.all.len() / self.hidden - 1;
        let mut line = |numbers: &[f32], scale: f32| {
            let numbers: Vec<String> = numbers
                .iter()
                .map(|number| format!("{:.0}", number * scale))
                .map(unsigned_zero)
                .collect();
            writeln!(text, "{}", numbers.join(" ")).expect("a text takes all");
        };
        (0..rows).for_each(|row| line(self.row(row), ON.into()));
        line(self.output(), OUTPUT_UNIT.into());
        let unit = f32::from(ON) * f32::from(ON) * f32::from(OUTPUT_UNIT);
        line(&self.all[self.all.len() - 1..], unit);
        text
    }
}

fn unsigned_zero(number: String) -> String {
    if number == "-0" { "0".into() } else { number }
}

fn loss(value: f32, target: f32) -> f64 {
    let (value, target) = (f64::from(value), f64::from(target));
    // ln(1 + e^value) − target · value, without large powers.
    value.max(0.0) + (-value.abs()).exp().ln_1p() - target * value
}

/// Adam's memory.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn step(&mut self, weights: &mut Weights, gradient: &[f32], rate: f32, decay: f32) {
        const KEEP: f32 = 0.9;
        const KEEP_SQUARE: f32 = 0.999;
        self.steps += 1;
        let (mend, mend_square) = (1.0 - KEEP.powi(self.steps), 1.0 - KEEP_SQUARE.powi(self.steps));
        let outputs = weights.all.len() - 1 - weights.hidden;
        for (place, slope) in gradient.iter().enumerate() {
            let (mean, square) = (&mut self.mean[place], &mut self.square[place]);
            *mean = KEEP * *mean + (1.0 - KEEP) * slope;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * slope * slope;
            let change = rate * (*mean / mend) / ((*square / mend_square).sqrt() + 1e-8);
            let most = if place < outputs { LARGEST_ROW } else { LARGEST_OUTPUT };
            weights.all[place] =
                (weights.all[place] * (1.0 - rate * decay) - change).clamp(-most, most);
        }
    }
}

/// Fits a network to the samples that are not held out; tells the losses after every epoch.
pub fn fit(samples: &Samples, wishes: &Wishes, tell: &mut dyn FnMut(&str)) -> Weights {
    let mut weights = Weights::random(wishes);
    let zeros = vec![0.0; weights.all.len()];
    let mut adam = Adam { mean: zeros.clone(), square: zeros, steps: 0 };
    let (mut fitting, held_out) = (samples.part(false), samples.part(true));
    let mut dice = Dice::new(wishes.seed.wrapping_add(1));
    let steps = wishes.epochs as usize * fitting.len().div_ceil(BATCH);
    let nothing = held_out.iter().map(|sample| loss(sample.beside, sample.target)).sum::<f64>();
    tell(&format!(
        "{} positions to fit, {} held out, {} left out; loss without a network {:.5}",
        fitting.len(),
        held_out.len(),
        samples.left_out,
        nothing / held_out.len() as f64
    ));
    for epoch in 1..=wishes.epochs {
        for last in (1..fitting.len()).rev() {
            fitting.swap(last, dice.below(last as u32 + 1) as usize);
        }
        let mut total = 0.0;
        for batch in fitting.chunks(BATCH) {
            let seed = dice.next_seed();
            let (loss, gradient) = batch_gradient(&weights, samples, batch, wishes, seed);
            total += loss;
            // From the full rate down to a hundredth of it, along a cosine.
            let done = f64::from(adam.steps) / steps as f64;
            let rate =
                wishes.rate * (0.01 + 0.495 * (1.0 + (std::f64::consts::PI * done).cos())) as f32;
            adam.step(&mut weights, &gradient, rate, wishes.decay);
        }
        let mut hidden = vec![0.0; wishes.hidden];
        let held = held_out.iter().map(|sample| {
            let on = samples.inputs(sample).iter().map(|input| usize::from(*input));
            loss(sample.beside + weights.value(on, &mut hidden), sample.target)
        });
        let held = held.sum::<f64>() / held_out.len() as f64;
        tell(&format!(
            "epoch {epoch}: loss {:.5}, held out {held:.5}",
            total / fitting.len() as f64
        ));
    }
    weights
}

/// The mean slope of a batch, and the sum of its losses. The threads' shares are added in order, so that the same
/// number of threads gives the same weights.
fn batch_gradient(
    weights: &Weights,
    samples: &Samples,
    batch: &[Sample],
    wishes: &Wishes,
    seed: u64,
) -> (f64, Vec<f32>) {
    let share = |number: usize, part: &[Sample]| {
        let mut dice = Dice::new(quintet_core::key::mix(seed, number as u64));
        let mut gradient = vec![0.0; weights.all.len()];
        let mut hidden = vec![0.0; weights.hidden];
        let mut on = Vec::new();
        let mut total = 0.0;
        for sample in part {
            // Every time another image of the position.
            let image = dice.below(wishes.images.len() as u32 + 1) as usize;
            let inputs = samples.inputs(sample).iter().map(|input| usize::from(*input));
            on.clear();
            match image.checked_sub(1) {
                None => on.extend(inputs),
                Some(image) => on.extend(inputs.map(|input| wishes.images[image][input])),
            }
            total += weights.learn(&on, sample, &mut hidden, &mut gradient);
        }
        (total, gradient)
    };
    let parts = batch.chunks(batch.len().div_ceil(wishes.threads));
    let shares: Vec<(f64, Vec<f32>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = parts
            .enumerate()
            .map(|(number, part)| scope.spawn(move || share(number, part)))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    let mut total = 0.0;
    let mut sum = vec![0.0; weights.all.len()];
    for (loss, gradient) in shares {
        total += loss;
        sum.iter_mut().zip(gradient).for_each(|(sum, part)| *sum += part);
    }
    for slope in &mut sum {
        *slope /= batch.len() as f32;
    }
    (total, sum)
}

#[cfg(test)]
mod tests {
    use quintet_core::network::Network;

    use super::*;

    /// Two inputs that decide only together: no sum of terms can tell the result.
    fn exclusive() -> Samples {
        let mut samples = Samples::default();
        for number in 0..8000_usize {
            let on: Vec<usize> = (0..2).filter(|input| number >> input & 1 == 1).collect();
            samples.push(&on, 0.0, if on.len() == 1 { 1.0 } else { 0.0 }, number % 10 == 0);
        }
        samples
    }

    fn wishes(threads: usize) -> Wishes {
        Wishes {
            inputs: 2,
            hidden: 16,
            epochs: 60,
            rate: 0.03,
            decay: 0.0,
            threads,
            seed: 1,
            images: vec![vec![1, 0]],
        }
    }

    #[test]
    fn a_network_learns_what_no_sum_can_say_and_plays_as_it_learned() {
        let weights = fit(&exclusive(), &wishes(2), &mut |_| {});
        let text = weights.text("two inputs");
        let played = Network::<2, 1>::read(&text);
        let points = |on: &[usize]| played.points(&on.iter().copied().collect());
        assert!(points(&[0]) > 200 && points(&[1]) > 200, "{text}");
        assert!(points(&[]) < -200 && points(&[0, 1]) < -200, "{text}");
        for on in [&[][..], &[0], &[1], &[0, 1]] {
            let exact = weights.value(on.iter().copied(), &mut [0.0; 16]) * 173.7178;
            assert!((f64::from(points(on)) - f64::from(exact)).abs() < 25.0, "{on:?} {exact}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_network() {
        let text = |threads| {
            fit(&exclusive(), &Wishes { epochs: 2, ..wishes(threads) }, &mut |_| {}).text("")
        };
        assert_eq!(text(1), text(1));
        assert_eq!(text(2), text(2));
    }
}
