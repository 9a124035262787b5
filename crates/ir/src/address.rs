//! What a pointer is: an object and an offset, packed into one machine word of the data model.
//!
//! A pointer is an ordinary bit-vector, `object * 2^k + offset`, so that casts between pointers and integers, byte
//! copies and unions need no special case, and a symbolic engine gets the two parts by extraction. Object 0 is null.
//! Offsets are signed when unpacked: one byte before object 5 is (5, -1), not the last byte of object 4, and so an
//! out-of-bounds access names the object that it strayed from.

/// The widths of C's types. Never the host's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    /// 64-bit `long` and pointers.
    #[default]
    Lp64,
    /// 32-bit `int`, `long` and pointers.
    Ilp32,
}

impl DataModel {
    /// Width of a pointer in bits.
    pub const fn pointer_bits(self) -> u8 {
        match self {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 => 32,
        }
    }

    /// Width of a pointer in bytes.
    pub const fn pointer_bytes(self) -> u32 {
        self.pointer_bits() as u32 / 8
    }

    /// What the offset of an access of so many bytes must be a multiple of. The 32-bit ABI of x86 aligns 64-bit integers
    /// to 4.
    pub const fn alignment(self, size: u8) -> u8 {
        match self {
            DataModel::Ilp32 if size > 4 => 4,
            DataModel::Lp64 | DataModel::Ilp32 => size,
        }
    }

    /// How many low bits of a pointer hold the offset.
    pub const fn offset_bits(self) -> u32 {
        match self {
            DataModel::Lp64 => 32,
            DataModel::Ilp32 => 20,
        }
    }

    /// The largest size of one object in bytes; offsets reach as far below as above.
    pub const fn max_object_size(self) -> u64 {
        1 << (self.offset_bits() - 1)
    }

    /// The first object number of the range that is private to a thread (locals whose address never leaves it).
    /// Shared objects have smaller numbers.
    pub const fn first_private(self) -> u32 {
        match self {
            DataModel::Lp64 => 1 << 30,
            DataModel::Ilp32 => 1 << 11,
        }
    }

    /// The least pointer to a private object, and how many pointers there are from it on. Which pointers are private is
    /// a matter of one comparison: `pointer - first < count`, in wrapping arithmetic.
    pub const fn private_range(self) -> (u64, u64) {
        let half = 1u64 << (self.offset_bits() - 1);
        let first = ((self.first_private() as u64) << self.offset_bits()) - half;
        let end = match self {
            DataModel::Lp64 => 0u64.wrapping_sub(half),
            DataModel::Ilp32 => (1 << 32) - half,
        };
        (first, end.wrapping_sub(first))
    }

    /// One past the largest object number.
    pub const fn object_limit(self) -> u32 {
        match self {
            DataModel::Lp64 => 1 << 31,
            DataModel::Ilp32 => (1 << 12) - 1,
        }
    }

    /// The pointer to `offset` bytes into `object`.
    pub const fn pack(self, object: u32, offset: i64) -> u64 {
        let word = ((object as u64) << self.offset_bits()).wrapping_add(offset as u64);
        match self {
            DataModel::Lp64 => word,
            DataModel::Ilp32 => word & 0xffff_ffff,
        }
    }

    /// The object and the signed offset of a pointer. Inverse of [`DataModel::pack`] for offsets within
    /// `-max_object_size()..max_object_size()`.
    pub const fn unpack(self, pointer: u64) -> (u32, i64) {
        let bits = self.offset_bits();
        let half = 1u64 << (bits - 1);
        let biased = match self {
            DataModel::Lp64 => pointer.wrapping_add(half),
            DataModel::Ilp32 => pointer.wrapping_add(half) & 0xffff_ffff,
        };
        ((biased >> bits) as u32, (biased & ((1 << bits) - 1)) as i64 - half as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_pointers_are_a_range() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let (first, count) = model.private_range();
            let all = if model == DataModel::Lp64 { u64::MAX } else { 0xffff_ffff };
            let around = [0, 1, first, first.wrapping_add(count), all, all >> 1, all / 3, 1 << 31];
            for pointer in
                around.into_iter().flat_map(|it| [it.wrapping_sub(1) & all, it & all, it.wrapping_add(1) & all])
            {
                let is_private = model.unpack(pointer).0 >= model.first_private();
                assert_eq!(pointer.wrapping_sub(first) < count, is_private, "{model:?} {pointer:#x}");
            }
        }
    }

    #[test]
    fn unpack_inverts_pack_on_both_sides_of_an_object() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let last = model.max_object_size() as i64 - 1;
            for object in [0, 1, 5, model.first_private(), model.object_limit() - 1] {
                for offset in [-last - 1, -1, 0, 1, 7, last] {
                    if object > 0 || offset >= 0 {
                        assert_eq!(model.unpack(model.pack(object, offset)), (object, offset), "{model:?}");
                    }
                }
            }
        }
    }
}
