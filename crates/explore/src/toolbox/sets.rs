//! Sets by number.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::rc::Rc;

/// A set by number.
pub(crate) type SetId = u32;

/// Sets of things, each kept once.
#[derive(Debug)]
pub(crate) struct Sets<T> {
    list: Vec<Rc<[T]>>,
    known: FxHashMap<Rc<[T]>, SetId>,
    scratch: Vec<T>,
}

impl<T> Default for Sets<T> {
    fn default() -> Self {
        Sets { list: Vec::new(), known: FxHashMap::default(), scratch: Vec::new() }
    }
}

impl<T: Copy + Ord + Hash> Sets<T> {
    /// The number of a set.
    pub fn of(&mut self, members: impl Iterator<Item = T>) -> SetId {
        self.scratch.clear();
        self.scratch.extend(members);
        self.scratch.sort_unstable();
        self.scratch.dedup();
        if let Some(&known) = self.known.get(self.scratch.as_slice()) {
            return known;
        }
        let new: Rc<[T]> = self.scratch.as_slice().into();
        self.list.push(new.clone());
        self.known.insert(new, self.list.len() as SetId - 1);
        self.list.len() as SetId - 1
    }

    /// Its members in order.
    pub fn get(&self, set: SetId) -> &[T] {
        &self.list[set as usize]
    }
}
