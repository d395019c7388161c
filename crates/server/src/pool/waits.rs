//! How many are answered before a question that waits among those of all servers.

use std::collections::HashMap;

use quintet_store::{InLine, JobId, JobLine};

use super::person::Person;

/// Who waits, as it was last looked at.
#[derive(Default)]
pub(super) struct Waits {
    networks: HashMap<JobLine, HashMap<String, Network>>,
    /// How many of the same person's came before one.
    before: HashMap<JobId, usize>,
    /// How many the people of a network have in so many turns each, and how many all networks; the same for all who have as many before
    /// them.
    of_people: HashMap<(JobLine, String, usize), usize>,
    of_networks: HashMap<(JobLine, usize), usize>,
}

/// How many of a network wait, and how many of each of its people.
#[derive(Default)]
struct Network {
    waiting: usize,
    people: HashMap<String, usize>,
}

impl Waits {
    /// These wait, the oldest first.
    pub(super) fn of(waiting: &[InLine]) -> Waits {
        let mut waits = Waits::default();
        for job in waiting {
            let person = Person::from(job.person.as_str());
            let line = waits.networks.entry(job.line).or_default();
            let network = line.entry(person.network().to_owned()).or_default();
            let own = network.people.entry(person.name().to_owned()).or_default();
            waits.before.insert(job.id, *own);
            *own += 1;
            network.waiting += 1;
        }
        waits
    }

    /// Whether anybody waits in a line.
    pub(super) fn any(&self, line: JobLine) -> bool {
        self.networks.contains_key(&line)
    }

    /// About how many will be begun before a question of that person: those that came earlier, and of everybody else as many as they get turns until then.
    pub(super) fn ahead(&mut self, id: JobId, line: JobLine, person: &Person) -> usize {
        let own = self.before.get(&id).copied().unwrap_or(0);
        self.ahead_of_next(line, person, own)
    }

    /// The same for the next of somebody who has so many in line.
    pub(super) fn ahead_of_next(&mut self, line: JobLine, person: &Person, own: usize) -> usize {
        let Some(networks) = self.networks.get(&line) else { return own };
        let network = networks.get(person.network());
        let beside = network.map_or(own, |network| {
            let turns = own + 1;
            let key = (line, person.network().to_owned(), turns);
            let all = *self
                .of_people
                .entry(key)
                .or_insert_with(|| network.people.values().map(|count| (*count).min(turns)).sum());
            let mine = network.people.get(person.name()).map_or(0, |count| (*count).min(turns));
            own + all - mine
        });
        let turns = beside + 1;
        let all = *self
            .of_networks
            .entry((line, turns))
            .or_insert_with(|| networks.values().map(|network| network.waiting.min(turns)).sum());
        let mine = network.map_or(0, |network| network.waiting.min(turns));
        beside + all - mine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(names: &[&str]) -> Waits {
        let job = |(number, person): (i64, &&str)| InLine {
            id: id(number),
            line: JobLine::Play,
            person: (*person).into(),
        };
        let mut waiting: Vec<InLine> = (1..).zip(names).map(job).collect();
        waiting.push(InLine { line: JobLine::Study, ..job((99, &"cid")) });
        Waits::of(&waiting)
    }

    fn id(number: i64) -> JobId {
        JobId { node: 1, number }
    }

    #[test]
    fn the_place_in_line_is_told_as_turns_will_come() {
        let mut waits = waits(&["eve", "eve", "eve", "bob", "ann"]);
        let mut ahead =
            |number, person: &str| waits.ahead(id(number), JobLine::Play, &person.into());
        assert_eq!(ahead(1, "eve"), 2, "one of bob's and of ann's may come first");
        assert_eq!(ahead(5, "ann"), 2, "one of eve's, one of bob's");
        assert_eq!(ahead(3, "eve"), 4, "two of her own, one of ann's and bob's");
        assert_eq!(waits.ahead(id(99), JobLine::Study, &"cid".into()), 0);
        assert!(waits.any(JobLine::Study) && !super::Waits::of(&[]).any(JobLine::Study));
    }

    #[test]
    fn networks_have_their_turns_before_their_people() {
        let mut waits = waits(&["x eve", "x eve", "x mal", "x sue", "y ann"]);
        let mut ahead =
            |number, person: &str| waits.ahead(id(number), JobLine::Play, &person.into());
        assert_eq!(ahead(5, "y ann"), 1, "one of all of theirs");
        assert_eq!(ahead(3, "x mal"), 3, "eve's, sue's and ann's");
        assert_eq!(ahead(2, "x eve"), 4, "one of her own, mal's, sue's and ann's");
        let mut next = |person: &str, own| waits.ahead_of_next(JobLine::Play, &person.into(), own);
        assert_eq!(next("z cid", 0), 2, "one of each network");
        assert_eq!(next("y cid", 0), 3, "ann's, and so two of the others'");
        assert_eq!(next("y ann", 1), 3, "one of her own, and so two of the others'");
    }
}
