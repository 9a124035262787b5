//! Sequences and sets by number: each is kept once.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::Hash;
use std::sync::Arc;

/// A sequence or set by number.
pub(crate) type SetId = u32;

/// Sequences of things.
#[derive(Clone, Debug)]
pub(crate) struct Pool<T> {
    list: Vec<Arc<[T]>>,
    known: FxHashMap<Arc<[T]>, SetId>,
    /// About how much memory they take.
    bytes: usize,
}

/// What a sequence takes besides its members: twice a pointer with a length, two counters, a number.
const OVERHEAD: usize = 56;

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool { list: Vec::new(), known: FxHashMap::default(), bytes: 0 }
    }
}

impl<T: Copy + Eq + Hash> Pool<T> {
    /// The number of a sequence.
    pub fn of(&mut self, sequence: &[T]) -> SetId {
        if let Some(&known) = self.known.get(sequence) {
            return known;
        }
        let new: Arc<[T]> = sequence.into();
        self.bytes += size_of_val(sequence) + OVERHEAD;
        self.list.push(new.clone());
        self.known.insert(new, self.list.len() as SetId - 1);
        self.list.len() as SetId - 1
    }

    pub fn get(&self, sequence: SetId) -> &[T] {
        &self.list[sequence as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// As the list of what there is, by number.
impl<T: Serialize> Serialize for Pool<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.list.iter().map(|it| &**it))
    }
}

impl<'de, T: Deserialize<'de> + Copy + Eq + Hash> Deserialize<'de> for Pool<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list: Vec<Vec<T>> = Deserialize::deserialize(deserializer)?;
        let mut pool = Pool::default();
        for sequence in list {
            pool.of(&sequence);
        }
        Ok(pool)
    }
}

/// What was found out about sequences or sets since the last new start. Nothing is hashed, and to start anew costs nothing.
#[derive(Clone, Debug)]
pub(crate) struct Memo<T> {
    /// For each number what was found out, and in which turn.
    known: Vec<(u32, T)>,
    turn: u32,
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Memo { known: Vec::new(), turn: 1 }
    }
}

impl<T: Copy + Default> Memo<T> {
    /// Nothing is known any more.
    pub fn start_anew(&mut self) {
        self.turn = self.turn.checked_add(1).unwrap_or_else(|| {
            self.known.clear();
            1
        });
    }

    /// What is known.
    #[inline]
    pub fn get(&self, set: SetId) -> Option<T> {
        self.known.get(set as usize).filter(|it| it.0 == self.turn).map(|it| it.1)
    }

    /// What is known, or found out now.
    #[inline]
    pub fn get_or(&mut self, set: SetId, find: impl FnOnce() -> T) -> T {
        if let Some(known) = self.get(set) {
            return known;
        }
        let value = find();
        self.set(set, value);
        value
    }

    /// Something is known from now on.
    pub fn set(&mut self, set: SetId, value: T) {
        let index = set as usize;
        if self.known.len() <= index {
            self.known.resize(index + 1, (0, T::default()));
        }
        self.known[index] = (self.turn, value);
    }
}

/// Sets of things.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de> + Copy + Eq + Hash"))]
pub(crate) struct Sets<T> {
    pool: Pool<T>,
    #[serde(skip, default = "Vec::new")]
    scratch: Vec<T>,
}

impl<T> Default for Sets<T> {
    fn default() -> Self {
        Sets { pool: Pool::default(), scratch: Vec::new() }
    }
}

impl<T: Copy + Ord + Hash> Sets<T> {
    /// The number of a set.
    pub fn of(&mut self, members: impl Iterator<Item = T>) -> SetId {
        self.scratch.clear();
        self.scratch.extend(members);
        self.scratch.sort_unstable();
        self.scratch.dedup();
        self.pool.of(&self.scratch)
    }

    /// Its members in order.
    pub fn get(&self, set: SetId) -> &[T] {
        self.pool.get(set)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.pool.len()
    }

    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        self.pool.bytes()
    }

    /// The number of a set of other sets.
    pub fn copy(&mut self, others: &Sets<T>, set: SetId) -> SetId {
        self.pool.of(others.get(set))
    }
}
