//! Places that are waited for, and accessed plainly elsewhere.
//!
//! A thread that waits for a value looks again and again. As an *await* (`spin`) it looks once, when it can go on, and
//! that is all that matters, but for races: an earlier look may race with a plain access that the last one is in order
//! with, or with one that comes only after the loop was left. The same holds for everything that is looked at in a round
//! after which a thread is stopped. That takes a place that is looked at in a round and is accessed plainly, or ends.
//! There are few such programs, and they are not known beforehand. So rounds are left out until such a place turns up, and
//! from then on a thread is stopped after its second round only: one that failed is kept, with every look an event, and
//! what comes after it. More than one is not needed: leaving out the others only leaves out what keeps accesses apart.

use super::Machine;
use crate::code::{Instruction, OperationCode};
use crate::thread::{self, Request};
use event::{Access, ObjectId, Place, Property};
use ir::Order;
use rustc_hash::FxHashSet;

/// What has been met so far, in any execution.
#[derive(Debug, Default)]
pub(super) struct Mixed {
    awaited: Vec<Place>,
    plain: FxHashSet<Place>,
    /// Some place is both.
    pub is_found: bool,
}

impl Mixed {
    /// Somebody waits for a place to change.
    pub fn await_at(&mut self, place: Place) {
        if !self.awaited.contains(&place) {
            self.awaited.push(place);
            self.is_found |= self.plain.iter().any(|it| it.overlaps(place));
        }
    }

    /// The places that are waited for, and those that are accessed plainly.
    pub fn places(&self) -> (Vec<Place>, Vec<Place>) {
        let mut plain: Vec<Place> = self.plain.iter().copied().collect();
        plain.sort_unstable();
        (self.awaited.clone(), plain)
    }

    /// Somebody accesses a place plainly, or ends it.
    pub fn access(&mut self, place: Place) {
        if self.plain.insert(place) {
            self.is_found |= self.awaited.iter().any(|it| it.overlaps(place));
        }
    }
}

impl Machine<'_> {
    /// Whether it matters what is waited for.
    pub(super) fn looks_for_mixed(&self) -> bool {
        self.code.repeats && !self.code.keeps_rounds && self.code.checked.contains(Property::Race)
    }

    /// Notes what the thread that is at a request at the end of the words is about to access plainly.
    pub(super) fn note_plain(&mut self, base: usize, request: Request) {
        let Instruction::Visible { operation } = self.code.instructions[thread::pc(&self.words, base) as usize] else {
            return;
        };
        let OperationCode { order, failure, .. } = self.code.operations[operation as usize];
        let is_plain = order == Order::NonAtomic || failure == Order::NonAtomic;
        let whole = |object| Place { object, offset: 0, length: u32::MAX };
        let object = |address: u64| ObjectId(self.code.model.unpack(address).0);
        let place = match request {
            Request::Load { address, size }
            | Request::Store { address, size, .. }
            | Request::Update { address, size, .. }
            | Request::CompareExchange { address, size, .. } => {
                let (object, offset) = self.code.model.unpack(address);
                let offset = u32::try_from(offset).unwrap_or(0);
                is_plain.then_some(Place { object: ObjectId(object), offset, length: size.into() })
            }
            Request::Spawn { place, stored: true, .. } => {
                let (object, offset) = self.code.model.unpack(place);
                let offset = u32::try_from(offset).unwrap_or(0);
                Some(Place { object: ObjectId(object), offset, length: self.handle_bytes().into() })
            }
            Request::Free { address } | Request::Reallocate { address, .. } => Some(whole(object(address))),
            Request::CloseSlot { object } => Some(whole(ObjectId(object as u32))),
            Request::Join { .. }
            | Request::Detach { .. }
            | Request::CurrentThread
            | Request::Extent { .. }
            | Request::Doubt { .. }
            | Request::Unset { .. }
            | Request::Forget { .. }
            | Request::Compare { .. }
            | Request::Fence
            | Request::Lock { .. }
            | Request::TryLock { .. }
            | Request::Unlock { .. }
            | Request::InitMutex { .. }
            | Request::DestroyMutex { .. }
            | Request::Spawn { stored: false, .. }
            | Request::AtomicBegin
            | Request::AtomicEnd
            | Request::Choose { .. }
            | Request::Allocate { .. }
            | Request::OpenSlot { .. } => None,
        };
        if let Some(place) = place {
            self.mixed.access(place);
        }
    }

    /// The same for what a section has done.
    pub(super) fn note_plain_access(&mut self, access: Access) {
        if let Some(place) = access.place() {
            self.mixed.access(place);
        }
    }
}
