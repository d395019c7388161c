//! Who takes turns with others.

use std::fmt;
use std::net::IpAddr;

/// Somebody who takes turns with others. Those of one network have their turns together: to become one guest more costs nothing, to
/// have one network more does.
///
/// As text the network stands first, up to the only space that counts: `192.0.2.1 NAME`. That text is the same at all servers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Person {
    network: String,
    name: String,
}

impl Person {
    /// Somebody of whom it is known from where they ask.
    pub fn at(network: IpAddr, name: &str) -> Person {
        Person { network: network.to_string(), name: name.to_owned() }
    }

    /// Somebody of whom that is not known: a network by itself. There is no space in the name.
    pub fn alone(name: &str) -> Person {
        Person { network: name.to_owned(), name: name.to_owned() }
    }

    /// Whose turns they share; no space is in it.
    pub fn network(&self) -> &str {
        &self.network
    }

    /// What they are called there.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Person { network, name } = self;
        write!(f, "{network} {name}")
    }
}

impl From<&str> for Person {
    /// As it is written; a name alone is that of somebody of whom no more is known.
    fn from(text: &str) -> Person {
        match text.split_once(' ') {
            Some((network, name)) => Person { network: network.to_owned(), name: name.to_owned() },
            None => Person::alone(text),
        }
    }
}

impl From<&Person> for Person {
    fn from(person: &Person) -> Person {
        person.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_come_out_of_text_as_they_went_in() {
        let ann = Person::at("2001:db8::".parse().unwrap(), "ann");
        assert_eq!(ann.to_string(), "2001:db8:: ann");
        for person in [ann, Person::alone("bob")] {
            assert_eq!(Person::from(person.to_string().as_str()), person);
        }
        assert_eq!(Person::from("bob"), Person::alone("bob"));
    }
}
