//! A line in which people take turns: each has one turn after the other, however many jobs they brought. Within a person's turns their
//! games take turns, one job of a game at a time; within a game the oldest job is first.

use std::collections::{HashMap, VecDeque};

/// A place in a line: what it is called by, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    pub(super) number: u64,
    pub(super) person: String,
    pub(super) game: String,
}

/// Jobs that wait.
pub(super) struct Line<T> {
    people: HashMap<String, Person<T>>,
    /// Those with a job that can be begun, each once. Somebody whose jobs were all cancelled since may be among them.
    ready: VecDeque<String>,
    waiting: usize,
}

struct Person<T> {
    games: HashMap<String, Game<T>>,
    /// Games with a job that can be begun, each once; with the same exception.
    ready: VecDeque<String>,
    is_ready: bool,
    waiting: usize,
}

struct Game<T> {
    jobs: VecDeque<(u64, T)>,
    /// One of its jobs is being done.
    is_busy: bool,
    is_ready: bool,
}

/// At which end of a game's jobs one is put.
type Push<T> = fn(&mut VecDeque<(u64, T)>, (u64, T));

impl<T> Default for Line<T> {
    fn default() -> Self {
        Line { people: HashMap::new(), ready: VecDeque::new(), waiting: 0 }
    }
}

impl<T> Default for Person<T> {
    fn default() -> Self {
        Person { games: HashMap::new(), ready: VecDeque::new(), is_ready: false, waiting: 0 }
    }
}

impl<T> Default for Game<T> {
    fn default() -> Self {
        Game { jobs: VecDeque::new(), is_busy: false, is_ready: false }
    }
}

impl<T> Line<T> {
    /// How many wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// How many of one person wait.
    pub(super) fn waiting_of(&self, person: &str) -> usize {
        self.people.get(person).map_or(0, |person| person.waiting)
    }

    /// Whether a job could be begun now.
    pub(super) fn has_ready(&self) -> bool {
        let is_ready = |name: &String| self.people.get(name).is_some_and(Person::has_ready);
        self.ready.iter().any(is_ready)
    }

    /// Adds a job, the last of its game.
    pub(super) fn add(&mut self, ticket: &Ticket, job: T) {
        self.put(ticket, job, VecDeque::push_back);
    }

    /// Puts a job back that was begun and gave way: the first of its game.
    pub(super) fn put_back(&mut self, ticket: &Ticket, job: T) {
        self.put(ticket, job, VecDeque::push_front);
    }

    fn put(&mut self, ticket: &Ticket, job: T, push: Push<T>) {
        let person = self.people.entry(ticket.person.clone()).or_default();
        let game = person.games.entry(ticket.game.clone()).or_default();
        push(&mut game.jobs, (ticket.number, job));
        person.waiting += 1;
        self.waiting += 1;
        self.make_ready(&ticket.person, &ticket.game);
    }

    /// The next job that can be begun. Its game is busy until it is [`done`](Line::done).
    pub(super) fn take(&mut self) -> Option<(Ticket, T)> {
        while let Some(name) = self.ready.pop_front() {
            let Some(person) = self.people.get_mut(&name) else { continue };
            person.is_ready = false;
            let taken = person.take();
            if person.has_ready() {
                person.is_ready = true;
                self.ready.push_back(name.clone());
            }
            if let Some((game, number, job)) = taken {
                self.waiting -= 1;
                return Some((Ticket { number, person: name, game }, job));
            }
            self.forget_if_empty(&name);
        }
        None
    }

    /// A job that was taken is over: the next of its game may be begun.
    pub(super) fn done(&mut self, ticket: &Ticket) {
        let Some(person) = self.people.get_mut(&ticket.person) else { return };
        if let Some(game) = person.games.get_mut(&ticket.game) {
            game.is_busy = false;
            if game.jobs.is_empty() && !game.is_ready {
                person.games.remove(&ticket.game);
            }
        }
        self.make_ready(&ticket.person, &ticket.game);
        self.forget_if_empty(&ticket.person);
    }

    /// Takes a job out of the line, if it waits there. Nobody else's are looked at.
    pub(super) fn cancel(&mut self, ticket: &Ticket) -> Option<T> {
        let person = self.people.get_mut(&ticket.person)?;
        let game = person.games.get_mut(&ticket.game)?;
        let at = game.jobs.iter().position(|(number, _)| *number == ticket.number)?;
        let (_, job) = game.jobs.remove(at)?;
        person.waiting -= 1;
        self.waiting -= 1;
        if game.jobs.is_empty() && !game.is_busy && !game.is_ready {
            person.games.remove(&ticket.game);
        }
        self.forget_if_empty(&ticket.person);
        Some(job)
    }

    /// About how many jobs will be begun before one that waits: those of the person that came earlier, and of everybody else as many as
    /// they get turns until then. `None` if it does not wait here.
    pub(super) fn ahead(&self, ticket: &Ticket) -> Option<usize> {
        let person = self.people.get(&ticket.person)?;
        let mut jobs = person.games.get(&ticket.game)?.jobs.iter();
        jobs.find(|(number, _)| *number == ticket.number)?;
        let jobs = person.games.values().flat_map(|game| &game.jobs);
        let own = jobs.filter(|(number, _)| *number < ticket.number).count();
        Some(self.turns_before(&ticket.person, own))
    }

    /// About how many jobs would be begun before the next that this person brings.
    pub(super) fn ahead_of_next(&self, person: &str) -> usize {
        self.turns_before(person, self.waiting_of(person))
    }

    /// How many turns come before that of somebody who has so many jobs in line before it.
    fn turns_before(&self, person: &str, own: usize) -> usize {
        let others = self.people.iter().filter(|(name, _)| *name != person);
        own + others.map(|(_, other)| other.waiting.min(own + 1)).sum::<usize>()
    }

    fn make_ready(&mut self, name: &str, game: &str) {
        let Some(person) = self.people.get_mut(name) else { return };
        person.make_ready(game);
        if !person.is_ready && !person.ready.is_empty() {
            person.is_ready = true;
            self.ready.push_back(name.to_owned());
        }
    }

    fn forget_if_empty(&mut self, name: &str) {
        if self.people.get(name).is_some_and(|person| person.games.is_empty() && !person.is_ready) {
            self.people.remove(name);
        }
    }
}

impl<T> Person<T> {
    fn has_ready(&self) -> bool {
        let can_begin = |game: &Game<T>| !game.is_busy && !game.jobs.is_empty();
        self.ready.iter().any(|name| self.games.get(name).is_some_and(can_begin))
    }

    fn make_ready(&mut self, name: &str) {
        let Some(game) = self.games.get_mut(name) else { return };
        if !game.is_busy && !game.is_ready && !game.jobs.is_empty() {
            game.is_ready = true;
            self.ready.push_back(name.to_owned());
        }
    }

    fn take(&mut self) -> Option<(String, u64, T)> {
        while let Some(name) = self.ready.pop_front() {
            let Some(game) = self.games.get_mut(&name) else { continue };
            game.is_ready = false;
            if let Some((number, job)) = game.jobs.pop_front() {
                game.is_busy = true;
                self.waiting -= 1;
                return Some((name, number, job));
            }
            // Its jobs were cancelled while it was ready.
            self.games.remove(&name);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket(number: u64, person: &str, game: &str) -> Ticket {
        Ticket { number, person: person.into(), game: game.into() }
    }

    /// A line with jobs `person/game`, numbered from 0.
    fn line(jobs: &[&str]) -> Line<()> {
        let mut line = Line::default();
        for (number, job) in jobs.iter().enumerate() {
            let (person, game) = job.split_once('/').unwrap();
            line.add(&ticket(number as u64, person, game), ());
        }
        line
    }

    fn drain(line: &mut Line<()>) -> Vec<String> {
        let mut taken = Vec::new();
        while let Some((ticket, ())) = line.take() {
            taken.push(format!("{}/{}", ticket.person, ticket.game));
            line.done(&ticket);
        }
        assert_eq!(line.waiting(), 0);
        assert!(line.people.is_empty(), "nobody is remembered who has nothing here");
        taken
    }

    #[test]
    fn people_take_turns_then_their_games() {
        let mut line = line(&["eve/1", "eve/2", "eve/3", "eve/1", "ann/9", "bob/5"]);
        let taken = drain(&mut line);
        assert_eq!(taken, ["eve/1", "ann/9", "bob/5", "eve/2", "eve/3", "eve/1"]);
    }

    #[test]
    fn a_game_has_one_job_done_at_a_time() {
        let mut line = line(&["eve/1", "eve/1", "ann/2"]);
        let (first, ()) = line.take().unwrap();
        let (second, ()) = line.take().unwrap();
        assert_eq!((first.person.as_str(), second.person.as_str()), ("eve", "ann"));
        assert!(line.take().is_none() && !line.has_ready(), "the other waits for the first");
        line.done(&first);
        assert!(line.has_ready());
        assert_eq!(line.take().unwrap().0.number, 1);
    }

    #[test]
    fn what_gave_way_is_the_first_of_its_game_again() {
        let mut line = line(&["eve/1", "eve/1"]);
        let (first, ()) = line.take().unwrap();
        line.put_back(&first, ());
        line.done(&first);
        assert_eq!(line.take().unwrap().0, first);
    }

    #[test]
    fn the_place_in_line_is_told_as_turns_will_come() {
        let mut line = line(&["eve/1", "eve/2", "eve/3", "bob/1"]);
        let ann = ticket(10, "ann", "x");
        line.add(&ann, ());
        assert_eq!(line.ahead(&ann), Some(2), "one of eve's, one of bob's");
        assert_eq!(
            line.ahead(&ticket(2, "eve", "3")),
            Some(4),
            "two of her own, one of ann's and bob's"
        );
        assert_eq!(line.waiting_of("eve"), 3);
        assert_eq!(line.ahead_of_next("eve"), 5, "three of her own, one of ann's and bob's");
        assert_eq!(line.ahead_of_next("bob"), 4, "one of his own, two of eve's, one of ann's");
        assert_eq!(line.ahead_of_next("cid"), 3, "one of each");
        let (first, ()) = line.take().unwrap();
        assert_eq!(line.ahead(&first), None, "it waits no longer");
    }

    #[test]
    fn jobs_are_cancelled_wherever_they_stand() {
        let jobs = ["eve/1", "eve/1", "eve/2", "ann/1", "bob/1"];
        for cancelled in 0..jobs.len() {
            for begun in 0..=1 {
                let mut line = line(&jobs);
                let busy: Vec<Ticket> =
                    (0..begun).filter_map(|_| line.take()).map(|(ticket, ())| ticket).collect();
                let (person, game) = jobs[cancelled].split_once('/').unwrap();
                let ticket = ticket(cancelled as u64, person, game);
                let waits = !busy.contains(&ticket);
                assert_eq!(line.cancel(&ticket).is_some(), waits);
                assert!(line.cancel(&ticket).is_none(), "once");
                for ticket in &busy {
                    line.done(ticket);
                }
                let left = jobs.len() - begun - usize::from(waits);
                assert_eq!(drain(&mut line).len(), left, "{cancelled} {begun}");
            }
        }
    }
}
