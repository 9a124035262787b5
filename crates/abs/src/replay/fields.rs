//! What fields of objects hold, as data: what a note did to which field.

use super::names::People;
use crate::actors::{Actors, Happening};
use crate::value::Reference;
use event::{Manner, Touch};
use rustc_hash::FxHashMap;

/// What is in the fields that were given a value so far.
#[derive(Default)]
pub(super) struct Fields(FxHashMap<(Reference, usize), String>);

impl Fields {
    /// What happened to a field, if that is what happened. Notes must come in order.
    pub fn touch(&mut self, actors: &Actors, people: &People, what: &Happening) -> Option<Touch> {
        match what {
            Happening::Field(object, field, value) => {
                let class = &actors.code().classes[actors.object(*object).class.0 as usize];
                let variable = format!("{}.{}", people.object(*object), class.fields[*field as usize]);
                let after = people.value(actors, value);
                let before = self.0.insert((*object, *field as usize), after.clone());
                Some(Touch { variable, manner: Manner::Write, before, after: Some(after) })
            }
            Happening::Makes(object, arguments) => {
                // What a class is given are its first fields.
                for (field, value) in arguments.iter().enumerate() {
                    self.0.insert((*object, field), people.value(actors, value));
                }
                None
            }
            Happening::Calls(..)
            | Happening::Prints(_)
            | Happening::Chooses(_)
            | Happening::Waits(_)
            | Happening::Ends
            | Happening::Fails(_) => None,
        }
    }
}
