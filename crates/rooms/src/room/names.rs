//! What the people at the table are called. Names are no events: they change, and go with those who bear them.

use std::collections::{HashMap, HashSet};

use super::Room;
use crate::seat::{Guest, GuestId};

/// What people are called.
pub type Names = HashMap<GuestId, String>;

/// What somebody is called whose name is gone.
pub const NAMELESS: &str = "somebody";

impl Room {
    /// What a person is called, as far as the room was told.
    pub fn name_of(&self, guest: &GuestId) -> &str {
        self.names.get(guest).map_or(NAMELESS, String::as_str)
    }

    /// All names that the room was told.
    pub const fn names(&self) -> &Names {
        &self.names
    }

    /// Tells the room names, of people who sit in it and of others who may.
    pub fn tell_names(&mut self, names: impl IntoIterator<Item = (GuestId, String)>) {
        self.names.extend(names);
    }

    /// Tells the room a name, if that person sits in it. Whether it is another than before.
    pub fn tell_name(&mut self, guest: &Guest) -> bool {
        let sits = !self.seats_of(&guest.id).is_empty();
        let known = self.names.get(&guest.id) == Some(&guest.name);
        if sits && !known {
            self.names.insert(guest.id.clone(), guest.name.clone());
        }
        sits && !known
    }

    /// Tells the room what the people that were asked about are called now; whoever has no name any more, has none here. Whether anything is
    /// different.
    pub fn renew_names(&mut self, asked: &HashSet<GuestId>, names: &Names) -> bool {
        let mut is_different = false;
        self.names.retain(|guest, known| match names.get(guest) {
            _ if !asked.contains(guest) => true,
            Some(name) => {
                is_different |= name != known;
                name.clone_into(known);
                true
            }
            None => {
                is_different = true;
                false
            }
        });
        is_different
    }

    /// The name is gone.
    pub fn forget_name(&mut self, guest: &GuestId) -> bool {
        self.names.remove(guest).is_some()
    }
}
