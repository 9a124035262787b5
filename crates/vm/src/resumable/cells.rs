//! Cells: places that are always accessed as a whole, and the objects that they are in.

use super::future::{self, Places};
use crate::memory::{Kind, Located, Memory, State};
use event::{CellId, ObjectId, ThreadId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(Debug, Default)]
pub(super) struct Cells {
    /// For each object the cells that were accessed, by offset: the size and the number.
    places: HashMap<u32, BTreeMap<u32, (u32, CellId)>>,
    cells: Vec<Cell>,
    /// For objects that are created: by whom, as the how many-th.
    creators: HashMap<u32, Creation>,
    /// Objects that had another size in another execution, or were another kind of object.
    changing: Vec<u32>,
    /// Those of the objects that are created that somebody has used.
    used: BTreeSet<u32>,
}

#[derive(Debug)]
struct Cell {
    initial: u64,
    object: Option<ObjectId>,
    /// Where it is, for those who write to constant addresses; those are no places of objects that are created.
    place: Places,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Creation {
    creator: (ThreadId, u32),
    shape: (u32, Kind, bool),
}

/// What is known about an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// It is there as long as the program runs.
    Program,
    /// This thread has created it as the how many-th of its objects.
    Thread(ThreadId, u32),
    /// It is not the same in all executions.
    Unclear,
}

impl Cells {
    /// Begins an object's life, unless it was alive in another execution before.
    pub fn create(&mut self, memory: &mut Memory, object: u32, creator: (ThreadId, u32), shape: (u32, Kind, bool)) {
        let creation = Creation { creator, shape };
        match self.creators.get(&object) {
            Some(known) if *known == creation => {}
            Some(_) => {
                if !self.changing.contains(&object) {
                    self.changing.push(object);
                }
            }
            None => {
                self.creators.insert(object, creation);
                let (size, kind, zeroed) = shape;
                memory.create(object, size, kind, zeroed);
            }
        }
    }

    /// Whose object it is.
    pub fn owner(&self, object: u32) -> Owner {
        match self.creators.get(&object) {
            _ if self.changing.contains(&object) => Owner::Unclear,
            None => Owner::Program,
            Some(it) => Owner::Thread(it.creator.0, it.creator.1),
        }
    }

    /// Notes that somebody uses an object.
    pub fn note_use(&mut self, object: u32) {
        if self.creators.contains_key(&object) {
            self.used.insert(object);
        }
    }

    /// How many cells there are and objects in use.
    pub fn count(&self) -> usize {
        self.cells.len() + self.used.len()
    }

    /// The cells: object, offset, size.
    pub fn sizes(&self) -> impl Iterator<Item = [u64; 3]> {
        self.places
            .iter()
            .flat_map(|(&object, it)| it.iter().map(move |(&offset, &(size, _))| [object, offset, size].map(u64::from)))
    }

    /// The objects in use that were created, and as what.
    pub fn shapes(&self) -> impl Iterator<Item = [u64; 2]> {
        self.used.iter().filter_map(|&object| {
            let (size, kind, zeroed) = self.creators.get(&object)?.shape;
            Some([object.into(), u64::from(size) << 8 | (kind as u64) << 1 | u64::from(zeroed)])
        })
    }

    /// The cell of a place; none if parts of it, or more than it, are accessed as well.
    pub fn at(&mut self, memory: &Memory, address: u64, at: Located) -> Option<CellId> {
        let place = at.place;
        let places = self.places.entry(place.object.0).or_default();
        if let Some(&(length, cell)) = places.get(&place.offset) {
            return (length == place.length).then_some(cell);
        }
        let before = places.range(..place.offset).next_back();
        if before.is_some_and(|(&offset, &(length, _))| offset + length > place.offset)
            || places.range(place.offset..).next().is_some_and(|(&offset, _)| offset < place.offset + place.length)
        {
            return None;
        }
        let cell = CellId(self.cells.len() as u32);
        places.insert(place.offset, (place.length, cell));
        let lives_on = match memory.state(place.object.0) {
            State::Live(Kind::Global | Kind::Constant) => true,
            State::Live(Kind::Heap | Kind::Slot | Kind::ThreadLocal)
            | State::Absent
            | State::Ended(_)
            | State::Function => false,
        };
        let object = (!lives_on).then_some(place.object);
        // What somebody may still write must not depend on the number that an object happens to have.
        let is_created = self.creators.contains_key(&place.object.0);
        let place = if is_created { future::NOWHERE } else { future::place(address) };
        self.cells.push(Cell { initial: memory.read(at), object, place });
        Some(cell)
    }

    pub fn initial(&self, cell: CellId) -> u64 {
        self.cells[cell.index()].initial
    }

    /// The place, for those who look at what may be written.
    pub fn place(&self, cell: CellId) -> Places {
        self.cells[cell.index()].place
    }

    pub fn object(&self, cell: CellId) -> Option<ObjectId> {
        self.cells[cell.index()].object
    }
}
