//! Names that several systems have in common.
//!
//! Within one system a name (the second thread that this thread starts, the third object that it makes) has a number, which
//! is given when the name is first met. Systems that work on the same program side by side, or one after the other, must give
//! the same numbers, or what one says about threads and places means something else to the other. So names are written
//! down in one list, in the order in which anybody has met them first; whoever meets a name that is new to it reads
//! what others have added, and adds the name only if it is still not there. Then every system has numbered a beginning of the
//! list, and nothing else.

use crate::{Place, ThreadId};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// What a number stands for, in words that do not depend on the interleaving.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Name {
    /// A thread: who starts it, and which of those that it starts it is.
    Thread(ThreadId, u32),
    /// An object: who makes it, and which of those that it makes it is.
    Object(ThreadId, u32),
    /// A place that is always accessed as a whole.
    Cell(Place),
    /// A thread, where states are compared: the number of who stands for its maker there, and how many that one has made.
    ComparableThread(u32, u32),
    /// The same for an object.
    ComparableObject(u32, u32),
}

/// What one system has numbered.
#[derive(Clone, Debug, Default)]
pub struct Directory {
    list: Vec<Name>,
    /// Where others look names up, too.
    lexicon: Option<Arc<Lexicon>>,
}

impl Directory {
    /// A name is new here: the names that get the next numbers, in this order.
    pub fn meet(&mut self, name: Name) -> Vec<Name> {
        let new = match &self.lexicon {
            None => vec![name],
            Some(lexicon) => lexicon.meet(self.list.len(), name),
        };
        self.list.extend_from_slice(&new);
        new
    }

    /// From now on names have the numbers that others give them, too. Says which names get the next numbers; `None`: those so far
    /// differ, and nothing is changed.
    pub fn share(&mut self, lexicon: &Arc<Lexicon>) -> Option<Vec<Name>> {
        let new = lexicon.join(&self.list)?;
        self.list.extend_from_slice(&new);
        self.lexicon = Some(lexicon.clone());
        Some(new)
    }
}

/// See the module.
#[derive(Debug, Default)]
pub struct Lexicon {
    names: Mutex<Vec<Name>>,
}

impl Lexicon {
    /// A list that begins with these names.
    pub fn new(names: Vec<Name>) -> Self {
        Lexicon { names: Mutex::new(names) }
    }

    /// What somebody has to number who has numbered the first `known` names and has met a new one: what others have met
    /// since, and that name, where it stands. It is added if it does not.
    fn meet(&self, known: usize, name: Name) -> Vec<Name> {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if !names[known..].contains(&name) {
            names.push(name);
        }
        names[known..].to_vec()
    }

    /// All names so far.
    pub fn names(&self) -> Vec<Name> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Somebody comes who has numbered these names by itself, and gives them up for the common list: says what it has to number
    /// on top. `None`: the names of the others are different.
    fn join(&self, own: &[Name]) -> Option<Vec<Name>> {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let common = own.len().min(names.len());
        if own[..common] != names[..common] {
            return None;
        }
        names.extend_from_slice(&own[common..]);
        Some(names[own.len()..].to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_numbers_the_same_list() {
        let lexicon = Lexicon::default();
        let thread = |index| Name::Thread(ThreadId(0), index);
        let object = |index| Name::Object(ThreadId(0), index);
        assert_eq!(lexicon.join(&[thread(0)]), Some(vec![]));
        assert_eq!(lexicon.meet(1, object(0)), [object(0)]);
        // Somebody else, who has not heard of the object, meets another name first, and then the object.
        assert_eq!(lexicon.meet(1, thread(1)), [object(0), thread(1)]);
        assert_eq!(lexicon.join(&[thread(0)]), Some(vec![object(0), thread(1)]));
        assert_eq!(lexicon.join(&[thread(1)]), None);
        // The first one meets a name that the other has added.
        assert_eq!(lexicon.meet(2, thread(1)), [thread(1)]);
        assert_eq!(lexicon.names(), [thread(0), object(0), thread(1)]);
    }
}
