use quintet_catalog::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args[0].as_str() {
        "match" => versus(&args[1..]),
        "depth" => depth(&args[1..]),
        "speed" => speed(&args[1..]),
        _ => panic!(),
    }
}
fn game(text: &str) -> (&'static dyn AnyGame, quintet_core::Variant) {
    let (g, v) = text.split_once(':').map_or((text, None), |(g, v)| (g, Some(v)));
    let g = standard().find(g).unwrap();
    (g, find_variant(g.info(), v).unwrap())
}
fn opening(g: &'static dyn AnyGame, v: quintet_core::Variant, pair: u64) -> Box<dyn AnyMatch> {
    let lines: Vec<&str> = g.openings(v).lines().filter(|l| !l.starts_with('#') && !l.is_empty()).collect();
    let mut m = g.start(v);
    for mv in lines[pair as usize % lines.len()].split_whitespace() { m.play(mv).unwrap(); }
    let mut dice = Dice::new(pair);
    if pair as usize >= lines.len() { let mv = m.random_move(&mut dice).unwrap(); m.play(&mv).unwrap(); }
    m
}
fn versus(a: &[String]) {
    let (g, v) = game(&a[0]);
    let brains: [Brain; 2] = [a[1].parse().unwrap(), a[2].parse().unwrap()];
    let pairs: u64 = a[3].parse().unwrap();
    let workers: u64 = a[4].parse().unwrap();
    let from: u64 = a.get(5).map_or(0, |x| x.parse().unwrap());
    let next = AtomicU64::new(from);
    let scores = Mutex::new([0u64; 5]);
    let wdl = Mutex::new([0u64; 3]);
    let started = Instant::now();
    std::thread::scope(|s| for _ in 0..workers { s.spawn(|| loop {
        let pair = next.fetch_add(1, Ordering::Relaxed);
        if pair >= from + pairs { return; }
        let mut points = 0;
        for swap in [0usize, 1] {
            let mut m = opening(g, v, pair);
            let mut e: Vec<_> = brains.iter().enumerate().map(|(i, b)| g.engine(b, pair * 4 + swap as u64 * 2 + i as u64)).collect();
            while m.finish().is_none() {
                let side = m.turn().index() ^ swap;
                let t = Thought { aim: Aim::Move, ..Thought::default() };
                let r = e[side].think(&*m, &t, &mut |_| {});
                m.play(&r.line[0]).unwrap();
            }
            let w = m.finish().unwrap().outcome.winner();
            let p = match w { None => 1, Some(p) => if p.index() ^ swap == 0 { 2 } else { 0 } };
            wdl.lock().unwrap()[2 - p] += 1;
            points += p;
        }
        scores.lock().unwrap()[points] += 1;
    });});
    let s = scores.into_inner().unwrap();
    let n: u64 = s.iter().sum();
    let mean = s.iter().enumerate().map(|(i, c)| i as f64 / 4.0 * *c as f64).sum::<f64>() / n as f64;
    let var = s.iter().enumerate().map(|(i, c)| (i as f64 / 4.0 - mean).powi(2) * *c as f64).sum::<f64>() / n as f64;
    let se = (var / n as f64).sqrt();
    let elo = |p: f64| -400.0 * (1.0 / p.clamp(0.001, 0.999) - 1.0).log10();
    println!("{} {} – {}: {:?} wdl {:?} pairs, {:.1} % Elo {:+.0} ({:+.0} to {:+.0}) {:.0}s", a[0], a[1], a[2], wdl.into_inner().unwrap(), s, 100.0*mean, elo(mean), elo(mean-1.96*se), elo(mean+1.96*se), started.elapsed().as_secs_f64());
}
/// game engine-prefix depth positions threads…
fn depth(a: &[String]) {
    let (g, v) = game(&a[0]);
    let d: u32 = a[2].parse().unwrap();
    let count: u64 = a[3].parse().unwrap();
    let mut base = 0.0;
    for threads in &a[4..] {
        let brain: Brain = format!("{},threads={threads}", a[1]).parse().unwrap();
        let (mut nodes, mut logs) = (0, 0.0);
        let started = Instant::now();
        for pair in 0..count {
            let mut m = opening(g, v, pair);
            let mut dice = Dice::new(pair);
            for _ in 0..(pair % 3) * 4 { if m.finish().is_none() { let mv = m.random_move(&mut dice).unwrap(); m.play(&mv).unwrap(); } }
            if m.finish().is_some() { continue; }
            let limits = Limits { nodes: None, depth: Some(d) };
            let t = Thought { limits, ..Thought::default() };
            let r = g.engine(&brain, 1).think(&*m, &t, &mut |_| {});
            nodes += r.nodes; logs += (r.nodes as f64).ln();
        }
        let secs = started.elapsed().as_secs_f64();
        let k: f64 = threads.parse().unwrap();
        if base == 0.0 { base = logs; }
        println!("{} depth {d} threads {threads}: {nodes} nodes, {:.2}s, overhead {:.2} (geometric), speed-up if cores {:.2}", a[0], secs, ((logs - base) / count as f64).exp(), k / ((logs - base) / count as f64).exp());
    }
}
fn speed(a: &[String]) {
    let (g, v) = game(&a[0]);
    let brain: Brain = a[1].parse().unwrap();
    let m = g.start(v);
    let started = Instant::now();
    let mut nodes = 0;
    let reps: u64 = a[2].parse().unwrap();
    for _ in 0..reps { nodes += g.engine(&brain, 1).think(&*m, &Thought::default(), &mut |_| {}).nodes; }
    let s = started.elapsed().as_secs_f64();
    println!("{} {}: {nodes} nodes {:.3}s {:.0}/s", a[0], a[1], s, nodes as f64 / s);
}
