//! Speed of the rules.

fn main() {
    quintet_testkit::bench::<quintet_trio::Trio>();
}
