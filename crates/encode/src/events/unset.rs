//! Which bits of memory were never written: places beside those of the bytes. They are read and written in the unit of the access.

use super::access::Candidate;
use super::build::Builder;
use super::graph::Place;
use ir::SlotId;
use smt::Term;

impl Builder<'_> {
    /// The bits that were never written of what an access finds; `None`: there are none.
    pub fn read_unset(&mut self, candidates: &[Candidate], size: u8) -> Option<Term> {
        let mut unset = None;
        for it in candidates.iter().rev() {
            let mut whole: Option<Term> = None;
            for place in self.unset_pieces(it.object, it.offset, size) {
                let piece = self.read_place(place, it.when);
                whole = Some(match whole {
                    None => piece,
                    Some(low) => self.terms.concat(piece, low),
                });
            }
            if whole.is_none() && unset.is_none() {
                continue;
            }
            let none = self.terms.constant(size * 8, 0);
            unset = Some(self.terms.ite(it.when, whole.unwrap_or(none), unset.unwrap_or(none)));
        }
        unset
    }

    /// Some bytes were written, with unset bits where the store says so.
    pub fn write_unset(&mut self, object: u32, offset: u32, size: u8, when: Term) {
        if self.now.requires_set {
            return;
        }
        let stored = self.now.stores_unset;
        let value = stored.unwrap_or_else(|| self.terms.constant(size * 8, 0));
        let is_unset = self.objects.get(object).is_unset;
        let mut bit = 0;
        for place in self.unset_pieces(object, offset, size) {
            let Place::Unset { length, .. } = place else { continue };
            // In an object that counts as written at first there may never be anything else.
            if !is_unset && stored.is_none() && self.assumed.fact(place).is_none() {
                bit += length * 8;
                continue;
            }
            let piece = self.terms.extract(value, bit, length * 8);
            self.write_place(place, piece, when);
            bit += length * 8;
        }
    }

    /// The life of a slot begins again that does not leave its function.
    pub fn forget_private(&mut self, slot: SlotId) {
        let always = self.terms.truth(true);
        let Some(address) = self.terms.value_of(self.state.slots[slot.index()]) else { return };
        let (object, _) = self.program.model.unpack(address);
        for (offset, length) in self.assumed.all_pieces(object) {
            let all = self.terms.constant(length * 8, ir::Width(length * 8).mask());
            self.write_place(Place::Unset { object, offset, length }, all, always);
        }
    }

    /// The places for the bytes of an access, if it is known of them which were written.
    fn unset_pieces(&self, object: u32, offset: u32, size: u8) -> Vec<Place> {
        if !self.asks_for_unset {
            return Vec::new();
        }
        let pieces = self.assumed.pieces(object, offset, size).into_iter();
        pieces.map(|(offset, length)| Place::Unset { object, offset, length }).collect()
    }
}
