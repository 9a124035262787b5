//! Numbers for the places that accesses touch, and which of them have bytes in common.
//!
//! A place is a stretch of bytes; programs use few of them, mostly scalars that overlap nothing else. Each distinct place is
//! a *cell*. Cells are never forgotten, so a place has the same number in every execution.

use event::{Place, ThreadId};

/// A place by number.
pub(crate) type Cell = u32;

#[derive(Debug, Default)]
pub(crate) struct Cells {
    /// For each object its places, by offset and length.
    objects: Vec<Vec<(u32, u32, Cell)>>,
    /// For each thread the cell that stands for being joined.
    handles: Vec<Option<Cell>>,
    /// For each cell where it begins in its object and how long it is.
    ranges: Vec<(u32, u32)>,
    /// For each cell the others that have bytes in common with it.
    overlaps: Vec<Vec<Cell>>,
}

impl Cells {
    /// The cell of a place.
    #[inline]
    pub fn of(&mut self, place: Place) -> Cell {
        let key = (place.offset, place.length);
        if let Some(known) = self.objects.get(place.object.0 as usize) {
            // Scalars are alone in their objects.
            if let [(offset, length, cell)] = known[..] {
                if key == (offset, length) {
                    return cell;
                }
            }
            if let Ok(index) = known.binary_search_by_key(&key, |it| (it.0, it.1)) {
                return known[index].2;
            }
        }
        self.add(place)
    }

    #[cold]
    fn add(&mut self, place: Place) -> Cell {
        let cell = self.overlaps.len() as Cell;
        let object = place.object.0 as usize;
        if self.objects.len() <= object {
            self.objects.resize_with(object + 1, Vec::new);
        }
        let known = &mut self.objects[object];
        let mut overlaps = Vec::new();
        for &(offset, length, other) in known.iter() {
            if place.overlaps(Place { object: place.object, offset, length }) {
                overlaps.push(other);
                self.overlaps[other as usize].push(cell);
            }
        }
        self.overlaps.push(overlaps);
        self.ranges.push((place.offset, place.length));
        let key = (place.offset, place.length);
        let index = known.partition_point(|it| (it.0, it.1) < key);
        known.insert(index, (place.offset, place.length, cell));
        cell
    }

    /// The cell that two joins of one thread have in common.
    pub fn of_handle(&mut self, thread: ThreadId) -> Cell {
        if self.handles.len() <= thread.index() {
            self.handles.resize(thread.index() + 1, None);
        }
        *self.handles[thread.index()].get_or_insert_with(|| {
            self.overlaps.push(Vec::new());
            self.ranges.push((0, 1));
            self.overlaps.len() as Cell - 1
        })
    }

    /// The bytes of a cell that are also those of another one that overlaps it, as bits; `None` if there are too many.
    pub fn common_bytes(&self, cell: Cell, other: Cell) -> Option<u64> {
        let (start, length) = self.ranges[cell as usize];
        let (other_start, other_length) = self.ranges[other as usize];
        if length > 64 {
            return None;
        }
        let from = other_start.saturating_sub(start).min(length);
        let to = (other_start + other_length).saturating_sub(start).min(length);
        let below = |bits: u32| if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        Some(below(to) & !below(from))
    }

    /// The other cells that have bytes in common with this one.
    #[inline]
    pub fn overlapping(&self, cell: Cell) -> &[Cell] {
        &self.overlaps[cell as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::ObjectId;

    #[test]
    fn cells_know_whom_they_overlap() {
        let place = |object, offset, length| Place { object: ObjectId(object), offset, length };
        let mut cells = Cells::default();
        let word = cells.of(place(1, 0, 4));
        let high = cells.of(place(1, 4, 4));
        let whole = cells.of(place(1, 0, 8));
        let other = cells.of(place(2, 0, 4));
        assert_eq!(cells.of(place(1, 0, 4)), word);
        assert_eq!(cells.overlapping(whole), [word, high]);
        assert_eq!(cells.overlapping(word), [whole]);
        assert!(cells.overlapping(other).is_empty());
        assert_eq!(cells.common_bytes(whole, high), Some(0xf0));
        assert_eq!(cells.common_bytes(high, whole), Some(0xf));
        let handle = cells.of_handle(ThreadId(3));
        assert_eq!(cells.of_handle(ThreadId(3)), handle);
        assert_ne!(cells.of_handle(ThreadId(2)), handle);
    }
}
