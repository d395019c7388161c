//! All integration tests of this crate, linked once.

mod arrows;
mod commands;
mod contests;
#[cfg(unix)]
mod database;
mod dependencies;
mod documents;
#[cfg(unix)]
mod earlier;
mod engines;
mod foreign_programs;
#[cfg(unix)]
mod full_disk;
mod match_files;
mod plain_by_ear;
mod plain_dialogue;
mod plain_menu;
mod plain_play;
mod plain_replay;
mod plain_said;
#[cfg(unix)]
mod programs;
mod protocols;
mod run;
mod serve;
#[cfg(unix)]
mod sixth_game;
#[cfg(unix)]
mod terminal_games;
#[cfg(unix)]
mod terminal_monkey;
#[cfg(unix)]
mod terminal_restore;
mod terminal_screen;
#[cfg(unix)]
mod terminal_speed;
mod test_files;
