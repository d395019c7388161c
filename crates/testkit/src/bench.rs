//! Benchmarks of one game, alike for all.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput};
use quintet_core::{Game, Repetition, Variant};

use crate::Dice;
use crate::perft::perft;
use crate::spots::random_game;

/// Perft runs to the first depth with as many nodes.
const PERFT_NODES: u64 = 50_000;
/// A small game may never have as many.
const MOST_DEPTH: u32 = 6;

/// Measures random games, perft, generating, drawing and playing moves, reading and writing text, for
/// every variant. The whole `main` of a game's `benches/speed.rs`.
pub fn bench<G: Game>() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20)
        .configure_from_args();
    for variant in G::INFO.variants() {
        bench_play::<G>(&mut criterion, variant);
        bench_positions::<G>(&mut criterion, variant);
    }
    criterion.final_summary();
}

fn name<G: Game>(variant: Variant) -> String {
    format!("{}-{}", G::INFO.id, G::INFO.describe(variant).id)
}

fn bench_play<G: Game>(criterion: &mut Criterion, variant: Variant) {
    let mut group = criterion.benchmark_group(name::<G>(variant));
    let mut dice = Dice::new(1);
    let mut repetition = Repetition::new();
    group.throughput(Throughput::Elements(1));
    group.bench_function("random game", |bencher| {
        bencher.iter(|| {
            let mut position = G::start(variant);
            repetition.clear();
            while !repetition.visit(&position) && position.outcome().is_none() {
                let mv = position.random_move(&mut dice);
                position.play(mv);
            }
            position
        });
    });
    let start = G::start(variant);
    let enough = |depth: &u32| perft(&start, *depth) >= PERFT_NODES;
    let depth = (1..MOST_DEPTH).find(enough).unwrap_or(MOST_DEPTH);
    group.throughput(Throughput::Elements(perft(&start, depth)));
    group.bench_function(format!("perft {depth}"), |bencher| {
        bencher.iter(|| perft(black_box(&start), depth));
    });
    group.finish();
}

fn bench_positions<G: Game>(criterion: &mut Criterion, variant: Variant) {
    let mut group = criterion.benchmark_group(name::<G>(variant));
    let mut dice = Dice::new(2);
    let spots: Vec<_> = (0..20).flat_map(|seed| random_game::<G>(variant, seed)).collect();
    let running: Vec<_> = spots.into_iter().filter(|spot| spot.mv.is_some()).collect();
    let texts: Vec<_> = running.iter().map(|spot| spot.position.to_string()).collect();
    let mut turn = (0..running.len()).cycle();
    let mut next = move || turn.next().unwrap_or_default();
    group.throughput(Throughput::Elements(1));
    group.bench_function("generate moves", |bencher| {
        bencher.iter_batched(
            &mut next,
            |place| {
                running[place].position.for_each_move(|mv| {
                    black_box(mv);
                    ControlFlow::<()>::Continue(())
                })
            },
            BatchSize::SmallInput,
        );
    });
    group.bench_function("random move", |bencher| {
        bencher.iter_batched(
            &mut next,
            |place| running[place].position.random_move(&mut dice),
            BatchSize::SmallInput,
        );
    });
    group.bench_function("key", |bencher| {
        bencher.iter_batched(
            &mut next,
            |place| running[place].position.key(),
            BatchSize::SmallInput,
        );
    });
    group.bench_function("format", |bencher| {
        bencher.iter_batched(
            &mut next,
            |place| running[place].position.to_string(),
            BatchSize::SmallInput,
        );
    });
    group.bench_function("parse", |bencher| {
        bencher.iter_batched(
            &mut next,
            |place| G::parse(variant, &texts[place]),
            BatchSize::SmallInput,
        );
    });
    group.finish();
}
