//! How many are answered before a question that waits among those of all servers.

use std::collections::HashMap;

use quintet_store::{InLine, JobId, JobLine};

/// Who waits, as it was last looked at.
#[derive(Default)]
pub(super) struct Waits<'a> {
    /// How many each person has in a line.
    people: HashMap<(JobLine, &'a str), usize>,
    /// How many of the same person's came before one.
    before: HashMap<JobId, usize>,
    /// How many of other people's are answered before somebody's nth; the same for all who have as many before.
    others: HashMap<(JobLine, usize), usize>,
}

impl<'a> Waits<'a> {
    /// These wait, the oldest first.
    pub(super) fn of(waiting: &'a [InLine]) -> Waits<'a> {
        let mut waits = Waits::default();
        for job in waiting {
            let own = waits.people.entry((job.line, job.person.as_str())).or_default();
            waits.before.insert(job.id, *own);
            *own += 1;
        }
        waits
    }

    /// How many people wait in a line.
    pub(super) fn people(&self, line: JobLine) -> usize {
        self.people.keys().filter(|(of, _)| *of == line).count()
    }

    /// About how many will be begun before a question of that person: those that came earlier, and of everybody else as many as they get turns until then.
    pub(super) fn ahead(&mut self, id: JobId, line: JobLine, person: &str) -> usize {
        let own = self.before.get(&id).copied().unwrap_or(0);
        let (people, turns) = (&self.people, own + 1);
        let all = *self.others.entry((line, own)).or_insert_with(|| {
            let counts = people.iter().filter(|((of, _), _)| *of == line);
            counts.map(|(_, count)| (*count).min(turns)).sum()
        });
        let mine = people.get(&(line, person)).map_or(0, |count| (*count).min(turns));
        own + all - mine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_in_line_is_told_as_turns_will_come() {
        let names = ["eve", "eve", "eve", "bob", "ann"];
        let job = |(number, person): (i64, &&str)| InLine {
            id: JobId { node: 1, number },
            line: JobLine::Play,
            person: (*person).into(),
        };
        let mut waiting: Vec<InLine> = (1..).zip(&names).map(job).collect();
        waiting.push(InLine { line: JobLine::Study, ..job((9, &"cid")) });
        let mut waits = Waits::of(&waiting);
        assert_eq!(waits.people(JobLine::Play), 3);
        let id = |number| JobId { node: 1, number };
        let mut ahead = |number, person| waits.ahead(id(number), JobLine::Play, person);
        assert_eq!(ahead(1, "eve"), 2, "one of bob's and of ann's may come first");
        assert_eq!(ahead(5, "ann"), 2, "one of eve's, one of bob's");
        assert_eq!(ahead(3, "eve"), 4, "two of her own, one of ann's and bob's");
        assert_eq!(waits.ahead(id(9), JobLine::Study, "cid"), 0);
    }
}
