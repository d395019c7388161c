//! What a game tells the testkit, and the one call that runs everything.

use quintet_core::{Game, Outcome};

/// What the testkit needs to know about a game beyond its types.
pub struct Suite<G: Game> {
    /// The game's folder: `env!("CARGO_MANIFEST_DIR")`. Its `tests` folder holds vectors, perft figures
    /// and playthroughs.
    pub folder: &'static str,
    /// Which moves `check` is asked about.
    pub conceivable: Conceivable<G>,
    /// The end of the game restated from the rules: slow, plain, sharing nothing with
    /// [`Game::outcome`].
    pub slow_outcome: fn(&G) -> Option<Outcome>,
}

/// The moves that somebody could think of, legal or not.
pub enum Conceivable<G: Game> {
    /// All of them, each once, 200,000 at most.
    All(fn() -> Vec<G::Move>),
    /// Too many to list: every small change to the text of legal moves.
    Mutations,
}

/// Makes the tests that every game must pass, over all its variants: `conformance!(Trio, suite())`.
#[macro_export]
macro_rules! conformance {
    ($game:ty, $suite:expr) => {
        #[test]
        fn check_accepts_exactly_the_moves_that_the_generator_lists() {
            $crate::generator::check_accepts_exactly_the_listed_moves::<$game>(&$suite);
        }

        #[test]
        fn positions_and_moves_read_back_as_they_were_written() {
            $crate::round_trips::texts_read_back::<$game>();
        }

        #[test]
        fn equal_positions_have_equal_keys_whatever_the_way_to_them() {
            $crate::keys::transposed_moves_give_equal_keys::<$game>();
        }

        #[test]
        fn a_million_different_positions_have_different_keys() {
            $crate::keys::different_positions_have_different_keys::<$game>();
        }

        #[test]
        fn steps_lead_to_their_moves_and_nowhere_else() {
            $crate::steps::steps_lead_to_their_moves::<$game>();
        }

        #[test]
        fn scenes_are_sound_at_every_step() {
            $crate::scenes::scenes_are_sound::<$game>();
        }

        #[test]
        fn beats_lead_from_one_scene_to_the_next() {
            $crate::scenes::beats_lead_to_the_next_scene::<$game>();
        }

        #[test]
        fn moves_are_told_so_that_a_listener_can_follow() {
            $crate::telling::moves_are_told::<$game>();
        }

        #[test]
        fn pieces_keep_their_ids_over_a_match() {
            $crate::scenes::ids_stay_over_a_match::<$game>();
        }

        #[test]
        fn examples_and_the_demo_can_be_played() {
            $crate::examples::examples_can_be_played::<$game>();
            $crate::examples::the_demo_can_be_played::<$game>();
        }

        #[test]
        fn vectors_agree() {
            $crate::vectors::vectors_agree::<$game>(&$suite);
        }

        #[test]
        fn perft_figures_agree() {
            $crate::perft::figures_agree::<$game>(&$suite);
        }

        #[test]
        fn playthroughs_are_as_written() {
            $crate::playthrough::playthroughs_are_as_written::<$game>(&$suite);
        }

        #[test]
        fn random_moves_are_uniform() {
            $crate::uniformity::random_moves_are_uniform::<$game>();
        }

        #[test]
        fn random_games_end_as_the_rules_say() {
            $crate::endings::random_games_end_as_the_rules_say::<$game>(&$suite);
        }

        #[test]
        fn the_position_parser_survives_a_million_texts() {
            $crate::parsers::position_parser_survives::<$game>(&$suite);
        }

        #[test]
        fn the_move_parser_survives_a_million_texts() {
            $crate::parsers::move_parser_survives::<$game>();
        }

        #[test]
        fn playing_allocates_nothing() {
            $crate::allocation::playing_allocates_nothing::<$game>();
        }

        #[test]
        fn a_position_takes_at_most_256_bytes() {
            $crate::allocation::positions_are_small::<$game>();
        }
    };
}

/// Makes the tests that a [`Symmetric`](quintet_core::Symmetric) game must pass: `symmetry!(Trio)`.
#[macro_export]
macro_rules! symmetry {
    ($game:ty) => {
        #[test]
        fn transforming_then_playing_is_playing_then_transforming() {
            $crate::symmetry::playing_and_transforming_commute::<$game>();
        }

        #[test]
        fn every_symmetry_can_be_undone_by_another() {
            $crate::symmetry::symmetries_can_be_undone::<$game>();
        }

        #[test]
        fn one_canonical_position_stands_for_all_images() {
            $crate::symmetry::canonical_positions_stand_for_all_images::<$game>();
        }
    };
}

/// Makes the test that a game with [`Terms`](quintet_core::tactics::Terms) must pass: `terms!(Yoxii)`.
#[macro_export]
macro_rules! terms {
    ($game:ty) => {
        #[test]
        fn what_is_fitted_is_what_is_played() {
            $crate::terms::terms_make_the_evaluation::<$game>();
        }
    };
}

/// Makes the tests that a game with a network must pass, see [`Learned`](quintet_core::network::Learned): `learned!(Isaac)`, or
/// `learned!(Momentum, symmetric)` where the board looks the same turned or mirrored.
#[macro_export]
macro_rules! learned {
    ($game:ty) => {
        #[test]
        fn a_network_has_every_input_that_it_sees() {
            $crate::learned::inputs_are_sound::<$game>();
        }
    };
    ($game:ty, symmetric) => {
        $crate::learned!($game);

        #[test]
        fn a_network_sees_a_position_and_its_images_alike() {
            $crate::learned::images_are_those_of_the_board::<$game>();
        }
    };
}

/// Makes the tests that a game with [`Tactics`](quintet_core::Tactics) must pass: `tactics!(Trio, TUNING)`.
#[macro_export]
macro_rules! tactics {
    ($game:ty, $tuning:expr) => {
        #[test]
        fn estimates_stay_within_bounds_and_chosen_moves_are_legal() {
            $crate::tactics::estimates_and_choices_are_sound::<$game>();
        }

        #[test]
        fn promises_are_the_same_together_as_one_by_one() {
            $crate::tactics::promises_are_the_same_together::<$game>();
        }

        #[test]
        fn what_is_called_certain_is_so() {
            $crate::tactics::certainties_hold::<$game>();
        }

        #[test]
        fn packed_positions_tell_positions_apart() {
            $crate::tactics::packed_positions_tell_positions_apart::<$game>();
        }

        #[test]
        fn levels_are_in_order_and_the_highest_plays_well() {
            $crate::levels::levels_are_in_order(&$tuning);
            $crate::levels::the_highest_beats_chance::<$game>(&$tuning);
        }

        #[test]
        fn the_lowest_level_that_searches_is_a_match_for_greedy() {
            $crate::levels::the_lowest_is_a_match_for_greedy::<$game>(&$tuning);
        }
    };
}

/// Makes the tests that a game with [`Edit`](quintet_core::Edit) must pass: `editing!(Trio)`.
#[macro_export]
macro_rules! editing {
    ($game:ty) => {
        #[test]
        fn changes_lead_to_positions_and_name_what_is_in_the_scene() {
            $crate::editing::changes_are_sound::<$game>();
        }

        #[test]
        fn every_position_can_be_set_up_from_a_cleared_board() {
            $crate::editing::positions_can_be_set_up::<$game>();
        }

        #[test]
        fn every_piece_that_lies_on_top_can_be_picked_up_and_put_back() {
            $crate::editing::pieces_can_be_picked_up_and_put_back::<$game>();
        }
    };
}

/// Makes the tests that a game with a [`Guide`](quintet_core::Guide) must pass:
/// `guided!(Trio, GUIDE, TUNING, [any_move, wins_at_once])`, with the sentence of each lesson as a rule ([`Fits`](crate::guide::Fits)).
#[macro_export]
macro_rules! guided {
    ($game:ty, $guide:expr, $tuning:expr, $sentences:expr) => {
        #[test]
        fn lessons_ask_for_moves_that_can_be_made() {
            $crate::guide::lessons_can_be_done::<$game>(&$guide);
        }

        #[test]
        fn lessons_want_what_their_sentences_say() {
            $crate::guide::lessons_want_what_their_sentences_say::<$game>(&$guide, &$sentences);
        }

        #[test]
        fn the_guide_ends_in_a_short_game() {
            $crate::guide::the_game_at_the_end_is_short::<$game>(&$guide, &$tuning);
        }
    };
}

/// Makes the tests that a game with [`Encode`](quintet_core::Encode) must pass: `encoding!(Trio)`.
#[macro_export]
macro_rules! encoding {
    ($game:ty) => {
        #[test]
        fn actions_lead_to_their_moves() {
            $crate::encoding::actions_lead_to_their_moves::<$game>();
        }

        #[test]
        fn legal_actions_make_legal_moves() {
            $crate::encoding::legal_actions_make_legal_moves::<$game>();
        }

        #[test]
        fn a_position_is_rebuilt_from_its_planes() {
            $crate::encoding::planes_tell_the_position::<$game>();
        }

        #[test]
        fn every_action_of_a_move_is_seen_in_the_planes() {
            $crate::encoding::moves_begun_are_seen::<$game>();
        }
    };
}
