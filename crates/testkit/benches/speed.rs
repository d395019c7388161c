//! How fast the toy is: an example of a game's benchmarks.

fn main() {
    quintet_testkit::bench::<quintet_testkit::toy::Trio>();
}
