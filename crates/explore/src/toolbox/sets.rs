//! Sequences and sets by number: each is kept once.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{BuildHasher, Hash};

/// A sequence or set by number.
pub(crate) type SetId = u32;

/// Sequences of things, one behind the other.
#[derive(Clone, Debug)]
pub(crate) struct Pool<T> {
    members: Vec<T>,
    /// Where each sequence ends.
    ends: Vec<usize>,
    /// All numbers, by what their sequences hash to, which is kept with them in part.
    known: HashTable<(u32, SetId)>,
}

/// What a sequence takes besides its members: where it ends, and its place among those that are known.
const OVERHEAD: usize = 20;

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool { members: Vec::new(), ends: Vec::new(), known: HashTable::new() }
    }
}

impl<T: Copy + Eq + Hash> Pool<T> {
    /// The number of a sequence.
    pub fn of(&mut self, sequence: &[T]) -> SetId {
        self.of_hash(sequence, hash(sequence))
    }

    /// The same, if it is known what it [hashes](hash) to.
    pub fn of_hash(&mut self, sequence: &[T], part: u32) -> SetId {
        self.find(sequence, part).unwrap_or_else(|| self.add(sequence, part))
    }

    /// Gives a number to a sequence that has none, if it is known what it [hashes](hash) to.
    pub fn add(&mut self, sequence: &[T], part: u32) -> SetId {
        let new = self.ends.len() as SetId;
        self.members.extend_from_slice(sequence);
        self.ends.push(self.members.len());
        self.known.insert_unique(spread(part), (part, new), |it| spread(it.0));
        new
    }

    /// Adds what another one has got since this was the same. These are there by number, and not found otherwise.
    pub fn follow(&mut self, other: &Pool<T>) {
        self.members.extend_from_slice(&other.members[self.members.len()..]);
        self.ends.extend_from_slice(&other.ends[self.ends.len()..]);
    }

    /// The number of a sequence that is known.
    pub fn find(&self, sequence: &[T], part: u32) -> Option<SetId> {
        let is_it = |it: &(u32, SetId)| it.0 == part && self.get(it.1) == sequence;
        self.known.find(spread(part), is_it).map(|it| it.1)
    }

    #[inline]
    pub fn get(&self, sequence: SetId) -> &[T] {
        let index = sequence as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.members[start..self.ends[index]]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        size_of_val(self.members.as_slice()) + self.ends.len() * OVERHEAD
    }

    /// All of them, by number.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.ends.len()).map(|it| self.get(it as SetId))
    }
}

/// What a sequence hashes to.
pub(crate) fn hash<T: Hash>(sequence: &[T]) -> u32 {
    // The better half comes last.
    FxBuildHasher.hash_one(sequence) as u32
}

/// Half of a hash where a table expects a whole one: it takes the place from below and a mark from above.
fn spread(part: u32) -> u64 {
    u64::from(part).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// As the list of what there is, by number.
impl<T: Serialize + Copy + Eq + Hash> Serialize for Pool<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
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
#[serde(bound(serialize = "T: Serialize + Copy + Eq + Hash", deserialize = "T: Deserialize<'de> + Copy + Eq + Hash"))]
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

    /// Adds what others have got since these were the same.
    pub fn follow(&mut self, others: &Sets<T>) {
        self.pool.follow(&others.pool);
    }

    /// The number of what is in one set or another.
    pub fn union(&mut self, one: SetId, two: SetId) -> SetId {
        self.scratch.clear();
        self.scratch.extend_from_slice(self.pool.get(one));
        self.scratch.extend_from_slice(self.pool.get(two));
        // Two runs in order are merged, not sorted.
        self.scratch.sort();
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
