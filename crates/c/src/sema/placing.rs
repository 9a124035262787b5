//! Where the members of a record are, as GCC places them on x86.
//!
//! A bit-field goes right behind what is before it, unless it would then lie in more units of its type than one; a
//! width of 0 moves on to the next such unit. Only bit-fields with a name make the record as aligned as their type.
//! `packed` and `#pragma pack` make members less aligned, `aligned` more; bit-fields under them are not moved at all.

use crate::tree::BitField;
use std::ops::Range;

/// What is said about the alignment of a member or a record.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Wishes {
    /// `packed`.
    pub packed: bool,
    /// `aligned(n)`, `_Alignas(n)`: at least this, in bytes; 0 if nothing is said.
    pub aligned: u32,
}

impl Wishes {
    /// What both say.
    pub fn and(self, other: Wishes) -> Wishes {
        Wishes { packed: self.packed || other.packed, aligned: self.aligned.max(other.aligned) }
    }
}

/// The type of a member, as far as it matters here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// In bytes.
    pub size: u32,
    /// In bytes.
    pub align: u32,
}

/// A record while its members are placed.
pub(super) struct Placing {
    union: bool,
    packed: bool,
    /// What `#pragma pack` says.
    most: Option<u32>,
    /// In bits: where the next member may start.
    next: u64,
    /// In bits: behind the last member.
    end: u64,
    align: u32,
    /// Memory locations (C11 3.14): the bytes of other members, and those of each run of bit-fields.
    locations: Vec<Range<u64>>,
    /// Whether the last of them is a run that a bit-field may continue.
    in_run: bool,
}

impl Placing {
    pub fn new(union: bool, packed: bool, most: Option<u32>) -> Placing {
        Placing { union, packed, most, next: 0, end: 0, align: 1, locations: Vec::new(), in_run: false }
    }

    /// The alignment of a member.
    fn alignment(&self, natural: u32, wishes: Wishes) -> u32 {
        let least = if self.packed || wishes.packed { 1 } else { natural };
        let wanted = least.max(wishes.aligned);
        self.most.map_or(wanted, |most| wanted.min(most))
    }

    /// Where a member that is no bit-field starts, in bytes.
    pub fn member(&mut self, extent: Extent, wishes: Wishes) -> u64 {
        let align = self.alignment(extent.align, wishes).max(1);
        self.align = self.align.max(align);
        let start = if self.union { 0 } else { self.next.next_multiple_of(u64::from(align) * 8) };
        self.take(start, u64::from(extent.size) * 8);
        self.locations.push(start / 8..start / 8 + u64::from(extent.size));
        self.in_run = false;
        start / 8
    }

    /// The first bit of a bit-field, and the number of its memory location.
    pub fn bit_field(&mut self, extent: Extent, width: u8, named: bool, wishes: Wishes) -> (u64, usize) {
        let unit = u64::from(extent.align.max(1)) * 8;
        let mut start = if self.union { 0 } else { self.next };
        if wishes.aligned > 0 {
            start = start.next_multiple_of(u64::from(self.alignment(1, wishes)) * 8);
        }
        let width = u64::from(width);
        let packed = self.packed || wishes.packed || self.most.is_some();
        let spans = (start % unit + width).div_ceil(unit);
        if !packed && spans > u64::from(extent.size) * 8 / unit {
            start = start.next_multiple_of(unit);
        }
        if named {
            // Here the pragma goes before `packed`.
            let align = self.most.map_or_else(|| self.alignment(extent.align, wishes), |it| it.min(extent.align));
            self.align = self.align.max(align).max(self.alignment(1, wishes));
        }
        self.take(start, width);
        let bytes = start / 8..(start + width).div_ceil(8);
        match self.locations.last_mut().filter(|_| self.in_run && !self.union) {
            Some(run) => run.end = run.end.max(bytes.end),
            None => self.locations.push(bytes),
        }
        self.in_run = true;
        (start, self.locations.len() - 1)
    }

    /// A bit-field of width 0.
    pub fn separate(&mut self, extent: Extent) {
        if !self.union {
            self.next = self.next.next_multiple_of(u64::from(extent.align.max(1)) * 8);
            // It takes up room at the end of a record, too.
            self.end = self.end.max(self.next);
        }
        self.in_run = false;
    }

    fn take(&mut self, start: u64, bits: u64) {
        self.next = start + bits;
        self.end = self.end.max(self.next);
    }

    /// Size and alignment of the record.
    pub fn finish(&self, wishes: Wishes) -> (u64, u32) {
        let align = self.align.max(wishes.aligned);
        (self.end.div_ceil(8).next_multiple_of(u64::from(align)), align)
    }

    /// How the bits of a bit-field are reached in a record of this size: by one access as large as its type if that touches
    /// no other memory location, else by the smallest one that does not.
    pub fn accessed(&self, start: u64, width: u8, own: usize, extent: Extent, record: u64) -> BitField {
        let bytes = start / 8..(start + u64::from(width)).div_ceil(8);
        let fits = |size: u64| {
            let unit = bytes.start / size * size..bytes.start / size * size + size;
            let others = self.locations.iter().enumerate().filter(|(index, _)| *index != own && !self.union);
            let apart = others.map(|it| it.1).all(|it| it.end <= unit.start || unit.end <= it.start);
            (bytes.end <= unit.end && unit.end <= record && apart).then_some((unit.start as u32, size as u8))
        };
        let unit = [u64::from(extent.size), 1, 2, 4, 8].into_iter().find_map(fits);
        BitField { start: u32::try_from(start).unwrap_or(u32::MAX), width, unit }
    }
}
