//! Two people who play one game after the other, at whichever server answers.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

use super::Shared;
use crate::address::Route;
use crate::api::{self, Done, Guest};
use crate::check;
use crate::follow::{Follower, Plan};
use crate::http::{Answer, Client};
use crate::ledger::{Acked, Ledger};
use crate::luck::Luck;
use crate::stream::Way;
use crate::table::{Table, Wish};

/// Whoever gets no answer for so long asks another server.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a move may take to be taken where nothing is wrong any more, and in any case.
const TAKEN: Duration = Duration::from_secs(30);
const LONGEST: Duration = Duration::from_mins(10);
/// How long is waited after a refusal that will pass.
const PAUSE: Duration = Duration::from_millis(50);

pub(super) struct Player {
    number: usize,
    luck: Luck,
    shared: Arc<Shared>,
    ops: u64,
}

impl Player {
    pub(super) fn new(number: usize, luck: Luck, shared: Arc<Shared>) -> Player {
        Player { number, luck, shared, ops: 0 }
    }

    /// Any server.
    fn client(&mut self) -> Client {
        Client::new(&self.route())
    }

    fn route(&mut self) -> Route {
        self.shared.routes.pick(&mut self.luck).expect("there are servers as long as anybody plays")
    }

    pub(super) async fn play(mut self) {
        let Some(players) = self.guests().await else { return };
        while !self.shared.stops() {
            let Some(table) = self.sit_down(&players).await else { return };
            let mut ledger = Ledger::new(&table);
            let follower = self.number.is_multiple_of(3).then(|| self.follow(&table));
            self.play_game(table, &mut ledger).await;
            if let Some(follower) = follower {
                follower.gaps().into_iter().for_each(|gap| self.shared.away.add(gap));
                let (told, findings) = follower.finish();
                ledger.told = told;
                self.shared.find(|all| all.add(findings));
            }
            self.shared.ledgers.lock().unwrap_or_else(PoisonError::into_inner).push(ledger);
        }
    }

    async fn guests(&mut self) -> Option<[Guest; 2]> {
        let mut guests = Vec::new();
        while guests.len() < 2 {
            let mut client = self.client();
            match timeout(PATIENCE, api::guest(&mut client)).await {
                Ok(Ok(guest)) => guests.push(guest),
                _ => self.pause().await?,
            }
        }
        guests.try_into().ok()
    }

    /// Makes a game. One that was made without our knowing stays behind; it owes nothing.
    async fn sit_down(&mut self, players: &[Guest; 2]) -> Option<Table> {
        const THREE_HOURS: u64 = 3 * 60 * 60 * 1000;
        let clock = self.luck.one_in(3).then_some((THREE_HOURS, 0));
        let wish = Wish { clock, alone: self.luck.one_in(4) };
        loop {
            let mut client = self.client();
            let opened = Table::open(&mut client, &mut self.luck, players, wish);
            match timeout(PATIENCE, opened).await {
                Ok(Ok(table)) => return Some(table),
                _ => self.pause().await?,
            }
        }
    }

    async fn pause(&self) -> Option<()> {
        sleep(PAUSE).await;
        (!self.shared.stops()).then_some(())
    }

    fn follow(&mut self, table: &Table) -> Follower {
        let plan = Plan {
            route: self.route(),
            // As behind a proxy: its server may be gone.
            others: self.shared.routes.clone(),
            game: table.id.clone(),
            token: table.players[self.luck.below(2)].token.clone(),
            way: if self.luck.one_in(2) { Way::Socket } else { Way::Lines },
            cuts: None,
        };
        Follower::start(plan, self.luck.fork())
    }

    async fn play_game(&mut self, mut table: Table, ledger: &mut Ledger) {
        // Some think: their games lie still while servers come and go.
        let thinks = self.shared.thinks && self.number.is_multiple_of(3);
        while let Some((by, mv)) = table.draw(&mut self.luck) {
            if self.shared.stops() {
                return;
            }
            if thinks && self.luck.one_in(4) {
                sleep(Duration::from_millis(self.luck.below(4_000) as u64)).await;
            }
            self.ops += 1;
            let op = format!("s{}-{}", self.number, self.ops);
            ledger.asked.insert(op.clone());
            let Some(done) = self.make_move(&mut table, ledger, by, &mv, &op).await else { return };
            if done.ply != table.ply + 1 || done.version <= table.version {
                let (ply, version) = (table.ply, table.version);
                let note = format!("{}: {done:?} after ply {ply}, version {version}", table.id);
                self.shared.find(|findings| findings.wrong(note));
            }
            let (ply, version) = (table.ply, done.version);
            ledger.acked.push(Acked { op, by, ply, mv: mv.clone(), version });
            self.shared.acked.fetch_add(1, Ordering::Relaxed);
            if let Err(error) = table.advance(&mv, done.version) {
                let note = format!("{}: {error}", table.id);
                return self.shared.find(|findings| findings.wrong(note));
            }
        }
    }

    /// Sends a move, to one server after the other, until it is acknowledged; `None` after a refusal that should not have come.
    async fn make_move(
        &mut self,
        table: &mut Table,
        ledger: &Ledger,
        by: usize,
        mv: &str,
        op: &str,
    ) -> Option<Done> {
        let token = table.players[by].token.clone();
        let begun = Instant::now();
        let mut answers = BTreeMap::new();
        loop {
            let mut client = self.client();
            let body = table.body(mv, op);
            let path = table.moves_path();
            let asked = timeout(PATIENCE, client.post(&path, &token, &body)).await;
            let answer: io::Result<Answer> =
                asked.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
            let refused = match answer.as_ref().map(api::outcome) {
                Ok(Ok(done)) => {
                    self.shared.waits.add(begun.elapsed());
                    if !answers.is_empty() {
                        self.shared.waits_again.add(begun.elapsed());
                    }
                    return Some(done);
                }
                Ok(Err(refused)) => Some(refused),
                Err(_) => None,
            };
            self.shared.again.fetch_add(1, Ordering::Relaxed);
            let said = refused.as_ref().map_or_else(
                || "nothing".to_owned(),
                |refused| format!("{} {}", refused.status, refused.detail),
            );
            *answers.entry(format!("{} {said}", client.address())).or_insert(0) += 1;
            match refused {
                None => {}
                Some(refused) if refused.status == 503 => {}
                // A server wrote an event of its own, such as a pause of the clocks.
                Some(refused) if refused.status == 409 && refused.kind == "stale" => {
                    let now = refused.current;
                    let same = now.as_ref().filter(|now| now.moves.len() == table.ply as usize);
                    table.version =
                        same.map_or(table.version, |now| now.version.max(table.version));
                }
                Some(refused) => {
                    let note = format!("{}: {mv} ({op}) was refused: {refused:?}", table.id);
                    self.shared.find(|findings| findings.wrong(note));
                    return None;
                }
            }
            self.look(table, ledger).await;
            // While servers and database come and go faster than they recover, nobody can promise when.
            let patience = begun.elapsed().min(self.shared.calm());
            if patience > TAKEN || begun.elapsed() > LONGEST {
                let after = begun.elapsed().as_secs();
                let note = format!(
                    "{}: {mv} ({op}) was not taken for {after} s, the last {} of which nothing was wrong: {answers:?}",
                    table.id,
                    patience.as_secs()
                );
                self.shared.find(|findings| findings.wrong(note));
                return None;
            }
            sleep(PAUSE).await;
        }
    }

    /// Are all acknowledged moves there, whichever server is asked?
    async fn look(&mut self, table: &Table, ledger: &Ledger) {
        let mut client = self.client();
        let token = Some(table.players[0].token.as_str());
        let asked = timeout(PATIENCE, api::snapshot(&mut client, token, &table.id)).await;
        // Whoever cannot answer now has said nothing wrong.
        if let Ok(Ok(Ok(snapshot))) = asked {
            self.shared.find(|findings| check::glance(ledger, &snapshot, findings));
        }
    }
}
