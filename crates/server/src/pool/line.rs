//! A line in which networks take turns, then the people of each, then the games of each of these: each has one turn after the other,
//! however many jobs they brought. Of a game one job is done at a time, the oldest first.

use std::collections::{HashMap, VecDeque};

use super::person::Person;

/// A place in a line: what it is called by, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    pub(super) number: u64,
    pub(super) person: Person,
    pub(super) game: String,
}

impl Ticket {
    fn path(&self) -> [&str; 3] {
        path(&self.person, &self.game)
    }
}

fn path<'a>(person: &'a Person, game: &'a str) -> [&'a str; 3] {
    [person.network(), person.name(), game]
}

/// Jobs that wait.
pub(super) struct Line<T>(Turns<Turns<Turns<Game<T>>>>);

/// At which end of a game's jobs one is put.
type Push<T> = fn(&mut VecDeque<(Ticket, T)>, (Ticket, T));

/// Whose turn it may be: a game, or those below somebody, who take turns themselves. What belongs below is named by the rest of a path.
trait Branch: Default {
    type Job;

    fn put(&mut self, path: &[&str], job: (Ticket, Self::Job), push: Push<Self::Job>);
    fn take(&mut self) -> Option<(Ticket, Self::Job)>;
    /// A job that was taken is over.
    fn done(&mut self, path: &[&str]);
    fn cancel(&mut self, path: &[&str], number: u64) -> Option<Self::Job>;
    /// How many wait.
    fn waiting(&self) -> usize;
    /// How many wait there.
    fn waiting_at(&self, path: &[&str]) -> usize;
    /// Whether a job could be begun now.
    fn has_ready(&self) -> bool;
    /// Whether nothing waits, and nothing is being done.
    fn is_empty(&self) -> bool;
    /// About how many are begun before a job that waits there.
    fn ahead(&self, path: &[&str], number: u64) -> Option<usize>;
    /// About how many would be begun before the next that is put there.
    fn ahead_of_next(&self, path: &[&str]) -> usize;
}

/// Jobs of a game.
struct Game<T> {
    jobs: VecDeque<(Ticket, T)>,
    /// One of its jobs is being done.
    is_busy: bool,
}

/// Those who take turns with each other.
struct Turns<B> {
    branches: HashMap<String, Turn<B>>,
    /// Those with a job that can be begun, each once. Somebody whose jobs were all cancelled since may be among them.
    ready: VecDeque<String>,
    waiting: usize,
}

#[derive(Default)]
struct Turn<B> {
    branch: B,
    /// It stands among those that are ready.
    is_ready: bool,
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Line(Turns::default())
    }
}

impl<T> Default for Game<T> {
    fn default() -> Self {
        Game { jobs: VecDeque::new(), is_busy: false }
    }
}

impl<B> Default for Turns<B> {
    fn default() -> Self {
        Turns { branches: HashMap::new(), ready: VecDeque::new(), waiting: 0 }
    }
}

impl<T> Line<T> {
    /// How many wait.
    pub(super) fn waiting(&self) -> usize {
        self.0.waiting()
    }

    /// How many of one person wait.
    pub(super) fn waiting_of(&self, person: &Person) -> usize {
        self.0.waiting_at(&path(person, "")[..2])
    }

    /// How many of that person's network wait.
    pub(super) fn waiting_beside(&self, person: &Person) -> usize {
        self.0.waiting_at(&path(person, "")[..1])
    }

    /// Whether a job could be begun now.
    pub(super) fn has_ready(&self) -> bool {
        self.0.has_ready()
    }

    /// Adds a job, the last of its game.
    pub(super) fn add(&mut self, ticket: &Ticket, job: T) {
        self.0.put(&ticket.path(), (ticket.clone(), job), VecDeque::push_back);
    }

    /// Puts a job back that was begun and gave way: the first of its game.
    pub(super) fn put_back(&mut self, ticket: &Ticket, job: T) {
        self.0.put(&ticket.path(), (ticket.clone(), job), VecDeque::push_front);
    }

    /// The next job that can be begun. Its game is busy until it is [`done`](Line::done).
    pub(super) fn take(&mut self) -> Option<(Ticket, T)> {
        self.0.take()
    }

    /// A job that was taken is over: the next of its game may be begun.
    pub(super) fn done(&mut self, ticket: &Ticket) {
        self.0.done(&ticket.path());
    }

    /// Takes a job out of the line, if it waits there. Nobody else's are looked at.
    pub(super) fn cancel(&mut self, ticket: &Ticket) -> Option<T> {
        self.0.cancel(&ticket.path(), ticket.number)
    }

    /// About how many jobs will be begun before one that waits: those of the game that came earlier, and of everybody else as many as
    /// they get turns until then. `None` if it does not wait here.
    pub(super) fn ahead(&self, ticket: &Ticket) -> Option<usize> {
        self.0.ahead(&ticket.path(), ticket.number)
    }

    /// About how many jobs would be begun before the next that this person brings, about a game of which nothing waits.
    pub(super) fn ahead_of_next(&self, person: &Person) -> usize {
        self.0.ahead_of_next(&path(person, "")[..2])
    }
}

impl<T> Branch for Game<T> {
    type Job = T;

    fn put(&mut self, _path: &[&str], job: (Ticket, T), push: Push<T>) {
        push(&mut self.jobs, job);
    }

    fn take(&mut self) -> Option<(Ticket, T)> {
        let taken = if self.is_busy { None } else { self.jobs.pop_front() };
        self.is_busy |= taken.is_some();
        taken
    }

    fn done(&mut self, _path: &[&str]) {
        self.is_busy = false;
    }

    fn cancel(&mut self, _path: &[&str], number: u64) -> Option<T> {
        let at = self.place(number)?;
        self.jobs.remove(at).map(|(_, job)| job)
    }

    fn waiting(&self) -> usize {
        self.jobs.len()
    }

    fn waiting_at(&self, _path: &[&str]) -> usize {
        self.jobs.len()
    }

    fn has_ready(&self) -> bool {
        !self.is_busy && !self.jobs.is_empty()
    }

    fn is_empty(&self) -> bool {
        !self.is_busy && self.jobs.is_empty()
    }

    fn ahead(&self, _path: &[&str], number: u64) -> Option<usize> {
        self.place(number)
    }

    fn ahead_of_next(&self, _path: &[&str]) -> usize {
        self.jobs.len()
    }
}

impl<T> Game<T> {
    fn place(&self, number: u64) -> Option<usize> {
        self.jobs.iter().position(|(ticket, _)| ticket.number == number)
    }
}

impl<B: Branch> Branch for Turns<B> {
    type Job = B::Job;

    fn put(&mut self, path: &[&str], job: (Ticket, B::Job), push: Push<B::Job>) {
        let Some((name, below)) = path.split_first() else { return };
        self.branches.entry((*name).to_owned()).or_default().branch.put(below, job, push);
        self.waiting += 1;
        self.make_ready(name);
    }

    fn take(&mut self) -> Option<(Ticket, B::Job)> {
        while let Some(name) = self.ready.pop_front() {
            let Some(turn) = self.branches.get_mut(&name) else { continue };
            turn.is_ready = false;
            let taken = turn.branch.take();
            self.make_ready(&name);
            if taken.is_some() {
                self.waiting -= 1;
                return taken;
            }
            self.forget_if_empty(&name);
        }
        None
    }

    fn done(&mut self, path: &[&str]) {
        let Some((name, below)) = path.split_first() else { return };
        let Some(turn) = self.branches.get_mut(*name) else { return };
        turn.branch.done(below);
        self.make_ready(name);
        self.forget_if_empty(name);
    }

    fn cancel(&mut self, path: &[&str], number: u64) -> Option<B::Job> {
        let (name, below) = path.split_first()?;
        let job = self.branches.get_mut(*name)?.branch.cancel(below, number)?;
        self.waiting -= 1;
        self.forget_if_empty(name);
        Some(job)
    }

    fn waiting(&self) -> usize {
        self.waiting
    }

    fn waiting_at(&self, path: &[&str]) -> usize {
        let Some((name, below)) = path.split_first() else { return self.waiting };
        self.branches.get(*name).map_or(0, |turn| turn.branch.waiting_at(below))
    }

    fn has_ready(&self) -> bool {
        let is_ready = |turn: &Turn<B>| turn.branch.has_ready();
        self.ready.iter().any(|name| self.branches.get(name).is_some_and(is_ready))
    }

    fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    fn ahead(&self, path: &[&str], number: u64) -> Option<usize> {
        let (name, below) = path.split_first()?;
        let own = self.branches.get(*name)?.branch.ahead(below, number)?;
        // Who stands before it has a turn more than who stands behind it.
        let before = self.ready.iter().take_while(|other| other != name);
        let before = before.filter(|other| {
            self.branches.get(*other).is_some_and(|turn| turn.branch.waiting() > own)
        });
        Some(self.turns_before(name, own, own) + before.count())
    }

    fn ahead_of_next(&self, path: &[&str]) -> usize {
        let Some((name, below)) = path.split_first() else { return self.waiting };
        let own = self.branches.get(*name).map_or(0, |turn| turn.branch.ahead_of_next(below));
        self.turns_before(name, own, own + 1)
    }
}

impl<B: Branch> Turns<B> {
    /// So many of its own, and of all others those that they have in so many turns.
    fn turns_before(&self, name: &str, own: usize, turns: usize) -> usize {
        let others = self.branches.iter().filter(|(other, _)| *other != name);
        own + others.map(|(_, turn)| turn.branch.waiting().min(turns)).sum::<usize>()
    }

    fn make_ready(&mut self, name: &str) {
        let Some(turn) = self.branches.get_mut(name) else { return };
        if !turn.is_ready && turn.branch.has_ready() {
            turn.is_ready = true;
            self.ready.push_back(name.to_owned());
        }
    }

    fn forget_if_empty(&mut self, name: &str) {
        if self.branches.get(name).is_some_and(|turn| !turn.is_ready && turn.branch.is_empty()) {
            self.branches.remove(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket(number: u64, person: &str, game: &str) -> Ticket {
        Ticket { number, person: person.into(), game: game.into() }
    }

    /// A line with jobs `person/game` or `network person/game`, numbered from 0.
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
            taken.push(format!("{}/{}", ticket.person.name(), ticket.game));
            line.done(&ticket);
        }
        assert_eq!(line.waiting(), 0);
        assert!(line.0.is_empty(), "nobody is remembered who has nothing here");
        taken
    }

    #[test]
    fn people_take_turns_then_their_games() {
        let mut line = line(&["eve/1", "eve/2", "eve/3", "eve/1", "ann/9", "bob/5"]);
        let taken = drain(&mut line);
        assert_eq!(taken, ["eve/1", "ann/9", "bob/5", "eve/2", "eve/3", "eve/1"]);
    }

    #[test]
    fn networks_take_turns_before_their_people() {
        let jobs = ["x eve/1", "x eve/2", "x mal/3", "x sue/4", "x sue/5", "y ann/6", "bob/7"];
        let mut line = line(&jobs);
        let whose = |person: &str| Person::from(person);
        assert_eq!(
            (line.waiting_of(&whose("x eve")), line.waiting_beside(&whose("x eve"))),
            (2, 5)
        );
        assert_eq!(line.ahead(&ticket(5, "y ann", "6")), Some(1), "one of all of theirs");
        assert_eq!(line.ahead(&ticket(2, "x mal", "3")), Some(3), "eve's, ann's and bob's");
        assert_eq!(
            line.ahead(&ticket(1, "x eve", "2")),
            Some(5),
            "one of everybody's, two of her own place"
        );
        assert_eq!(line.ahead_of_next(&whose("z cid")), 3, "one of each network");
        assert_eq!(line.ahead_of_next(&whose("y cid")), 4, "ann's, two of the others, and bob's");
        let taken = drain(&mut line);
        assert_eq!(taken, ["eve/1", "ann/6", "bob/7", "mal/3", "sue/4", "eve/2", "sue/5"]);
    }

    #[test]
    fn a_game_has_one_job_done_at_a_time() {
        let mut line = line(&["eve/1", "eve/1", "ann/2"]);
        let (first, ()) = line.take().unwrap();
        let (second, ()) = line.take().unwrap();
        assert_eq!((first.person.name(), second.person.name()), ("eve", "ann"));
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
        assert_eq!(line.waiting_of(&"eve".into()), 3);
        assert_eq!(
            line.ahead_of_next(&"eve".into()),
            5,
            "three of her own, one of ann's and bob's"
        );
        assert_eq!(
            line.ahead_of_next(&"bob".into()),
            4,
            "one of his own, two of eve's, one of ann's"
        );
        assert_eq!(line.ahead_of_next(&"cid".into()), 3, "one of each");
        let (first, ()) = line.take().unwrap();
        assert_eq!(line.ahead(&first), None, "it waits no longer");
    }

    #[test]
    fn jobs_are_cancelled_wherever_they_stand() {
        let jobs = ["x eve/1", "x eve/1", "x eve/2", "x ann/1", "bob/1"];
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
