//! Speed of the rules.

use quintet_qawale::Qawale;

fn main() {
    quintet_testkit::bench::<Qawale>();
}
