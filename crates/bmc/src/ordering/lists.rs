//! Many short lists in one allocation.

use std::ops::Range;

/// For each key below a bound: the indices that belong to it, in ascending order.
pub(super) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Groups the indices of `keys` by key.
    pub(super) fn group(bound: usize, keys: impl Iterator<Item = u32> + Clone) -> Lists {
        let mut starts = vec![0_u32; bound + 1];
        for key in keys.clone() {
            starts[key as usize + 1] += 1;
        }
        for key in 0..bound {
            starts[key + 1] += starts[key];
        }
        let mut next = starts.clone();
        let mut items = vec![0; starts[bound] as usize];
        for (index, key) in keys.enumerate() {
            items[next[key as usize] as usize] = index as u32;
            next[key as usize] += 1;
        }
        Lists { starts, items }
    }

    /// The bound of the keys.
    pub(super) fn bound(&self) -> usize {
        self.starts.len() - 1
    }

    /// The list of a key.
    pub(super) fn of(&self, key: u32) -> &[u32] {
        &self.items[self.range(key)]
    }

    /// Where the list of a key is, for a loop that needs the owner meanwhile: see [`Lists::at`].
    pub(super) fn range(&self, key: u32) -> Range<usize> {
        self.starts[key as usize] as usize..self.starts[key as usize + 1] as usize
    }

    /// Where the items of a key are that have a value, in a list that is sorted by it.
    pub(super) fn range_where(&self, key: u32, value: u32, value_of: impl Fn(u32) -> u32) -> Range<usize> {
        let list = self.of(key);
        let first = list.partition_point(|it| value_of(*it) < value);
        let length = list[first..].iter().take_while(|it| value_of(**it) == value).count();
        let start = self.starts[key as usize] as usize + first;
        start..start + length
    }

    /// The item at a place.
    pub(super) fn at(&self, place: usize) -> u32 {
        self.items[place]
    }

    /// Sorts each list.
    pub(super) fn sort_each<K: Ord>(&mut self, key: impl Fn(u32) -> K) {
        for group in 0..self.bound() {
            let range = self.range(group as u32);
            self.items[range].sort_by_key(|it| key(*it));
        }
    }
}
