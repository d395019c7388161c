//! The toy passes what every game must pass.

use quintet_testkit::toy::{self, Trio};
use quintet_testkit::{Conceivable, Suite};

fn suite() -> Suite<Trio> {
    Suite {
        folder: env!("CARGO_MANIFEST_DIR"),
        conceivable: Conceivable::All(toy::every_move),
        slow_outcome: toy::slow_outcome,
    }
}

quintet_testkit::conformance!(Trio, suite());
quintet_testkit::symmetry!(Trio);

#[test]
fn mutations_of_moves_are_judged_like_all_moves() {
    let suite = Suite { conceivable: Conceivable::Mutations, ..suite() };
    quintet_testkit::generator::check_accepts_exactly_the_listed_moves(&suite);
}
