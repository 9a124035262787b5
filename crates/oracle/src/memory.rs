//! Accesses to the bytes of objects, and the checks that come first.

use super::report::FaultKind;
use super::state::{Object, ObjectKind, Path, Running, State};
use super::step::Oracle;
use ir::DataModel;
use std::collections::BTreeSet;

/// Where an access that passed the checks goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The number of the object; that of a global is the one that `ir` gives it.
    pub object: u32,
    /// In bytes, from the start of the object.
    pub offset: usize,
    /// In bytes.
    pub size: usize,
}

impl Place {
    /// Whether some byte belongs to both.
    pub fn overlaps(self, other: Place) -> bool {
        let first = self.offset.max(other.offset);
        let end = (self.offset + self.size).min(other.offset + other.size);
        self.object == other.object && first < end
    }

    /// Its bytes, as object and offset.
    pub fn bytes(self) -> impl Iterator<Item = (u32, usize)> {
        (self.offset..self.offset + self.size).map(move |offset| (self.object, offset))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Read,
    Write,
}

/// The size of what a mutex operation accesses.
const MUTEX_WORD: u8 = 4;

impl State {
    /// The checks of an access, in the order of the page.
    pub fn check(&self, model: DataModel, address: u64, size: u8, access: Access) -> Result<Place, FaultKind> {
        let (number, offset) = model.unpack(address);
        if number == 0 && (0..0x1_0000).contains(&offset) {
            return Err(FaultKind::NullPointer);
        }
        // Functions have numbers but are no objects with bytes.
        let Some(object) = self.objects.get(&number) else { return Err(FaultKind::InvalidPointer) };
        if !object.is_live {
            return Err(FaultKind::UseAfterFree);
        }
        if offset < 0 || offset + i64::from(size) > object.bytes.len() as i64 {
            return Err(FaultKind::OutOfBounds);
        }
        let alignment = if model == DataModel::Ilp32 { size.min(4) } else { size };
        if offset % i64::from(alignment) != 0 {
            return Err(FaultKind::Misaligned);
        }
        let constant =
            matches!(object.kind, ObjectKind::Global { constant: true } | ObjectKind::ThreadLocal { constant: true });
        if access == Access::Write && constant {
            return Err(FaultKind::ReadOnly);
        }
        Ok(Place { object: number, offset: offset as usize, size: usize::from(size) })
    }

    /// The checks of a mutex operation.
    pub fn check_mutex(&self, model: DataModel, address: u64) -> Result<Place, FaultKind> {
        self.check(model, address, MUTEX_WORD, Access::Write)
    }

    pub fn read(&self, place: Place) -> u64 {
        let bytes = &self.objects[&place.object].bytes[place.offset..place.offset + place.size];
        bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
    }

    pub fn write(&mut self, place: Place, value: u64) {
        let object = self.objects.get_mut(&place.object).expect("the place was checked");
        object.bytes[place.offset..place.offset + place.size].copy_from_slice(&value.to_le_bytes()[..place.size]);
        object.unset[place.offset..place.offset + place.size].fill(0);
    }

    /// Which bits of a place were never written.
    pub fn unset(&self, place: Place) -> u64 {
        let bytes = &self.objects[&place.object].unset[place.offset..place.offset + place.size];
        bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
    }

    /// These bits of a place count as never written, the others as written.
    pub fn set_unset(&mut self, place: Place, bits: u64) {
        let object = self.objects.get_mut(&place.object).expect("the place was checked");
        object.unset[place.offset..place.offset + place.size].copy_from_slice(&bits.to_le_bytes()[..place.size]);
    }

    /// A live heap object that no chain of addresses leads to from the other live objects.
    pub fn has_lost_object(&self, model: DataModel) -> bool {
        let mut found: BTreeSet<u32> = BTreeSet::new();
        let live = |(number, it): (&u32, &Object)| (it.is_live && it.kind != ObjectKind::Heap).then_some(*number);
        let mut next: Vec<u32> = self.objects.iter().filter_map(live).collect();
        while let Some(number) = next.pop() {
            if !found.insert(number) {
                continue;
            }
            let size = model.pointer_bytes() as usize;
            for word in self.objects[&number].bytes.chunks_exact(size) {
                let word = word.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
                let (target, _) = model.unpack(word);
                if self.objects.get(&target).is_some_and(|it| it.is_live) {
                    next.push(target);
                }
            }
        }
        self.objects.iter().any(|(number, it)| it.is_live && it.kind == ObjectKind::Heap && !found.contains(number))
    }

    /// Whether the address is one of a private slot, live or ended, in bounds or not.
    pub fn is_private(&self, model: DataModel, address: u64) -> bool {
        let (number, _) = model.unpack(address);
        self.objects.get(&number).is_some_and(|it| it.kind == ObjectKind::PrivateSlot)
    }

    /// Ends the heap object at an address.
    pub fn free(&mut self, model: DataModel, address: u64) -> Result<(), FaultKind> {
        if address == 0 {
            return Ok(());
        }
        let (number, offset) = model.unpack(address);
        match self.objects.get(&number) {
            Some(Object { kind: ObjectKind::Heap, is_live, .. }) if offset == 0 => {
                if !is_live {
                    return Err(FaultKind::DoubleFree);
                }
                self.end_object(number);
                Ok(())
            }
            _ => Err(FaultKind::InvalidFree),
        }
    }
}

impl Oracle<'_> {
    /// A new object of zeros, named by its creator. `zeroed`: the program may rely on them.
    pub fn create(&mut self, state: &mut State, path: &Path, kind: ObjectKind, size: u64, zeroed: bool) -> u32 {
        let Running { created, .. } = state.running(path);
        let own = self.names.object(path, *created);
        *created += 1;
        let number = self.place.take().unwrap_or(own);
        let (bytes, unset) = (vec![0; size as usize], vec![if zeroed { 0 } else { u8::MAX }; size as usize]);
        state.objects.insert(number, Object { kind, is_live: true, size: size as usize, bytes, unset });
        number
    }
}
