//! What a pointer is: an object and an offset, packed into one machine word of the data model.
//!
//! A pointer is an ordinary bit-vector, `upper(object) * 2^k + offset`, so that casts between pointers and integers, byte
//! copies and unions need no special case, and a symbolic engine gets the two parts by extraction. Object 0 is null.
//! Offsets are signed when unpacked: one byte before object 5 is (5, -1), not the last byte of object 4, and so an
//! out-of-bounds access names the object that it strayed from.
//!
//! Whether memory is lost is decided by looking for words that are addresses. Objects are numbered from 1 on, and most
//! numbers in programs are small as well: were `upper` nothing but the number, two neighbouring `int`s 0 and 6 were an
//! address of object 6 and hid that it is lost. So where there is room for it, in 64 bits, the number is mixed with a
//! pattern that programs hardly ever compute. Null remains 0, and the mixing is its own inverse. In 32 bits it is the
//! number itself.

/// What is mixed into the numbers of objects in 64 bits. Irregular above, neither text nor a usual floating-point number,
/// and zero below, so that addresses are ordered as their objects are, and are readable in hexadecimal. It is less than
/// the first private number, so that private addresses remain a range, and at least half of it, so that those of the
/// others remain far away, 2^61 or more.
const PATTERN: u32 = 0x2db5_0000;

/// Mixes a number with the pattern. 0 remains itself, and so does the pattern, which 0 would become.
const fn mix(number: u32) -> u32 {
    let is_mixed = (number != 0) & (number != PATTERN);
    number ^ ((is_mixed as u32).wrapping_neg() & PATTERN)
}

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

    /// What is above the offset in a pointer to `object`: the same for all of its bytes, and another one for each object.
    pub const fn upper(self, object: u32) -> u32 {
        match self {
            DataModel::Lp64 => mix(object),
            DataModel::Ilp32 => object,
        }
    }

    /// The pointer to `offset` bytes into `object`.
    pub const fn pack(self, object: u32, offset: i64) -> u64 {
        let word = ((self.upper(object) as u64) << self.offset_bits()).wrapping_add(offset as u64);
        match self {
            DataModel::Lp64 => word,
            DataModel::Ilp32 => word & 0xffff_ffff,
        }
    }

    /// The object and the signed offset of a pointer. Inverse of [`DataModel::pack`] for offsets within
    /// `-max_object_size()..max_object_size()`. In 64 bits, a word that is no address gives an object that does not exist.
    pub const fn unpack(self, pointer: u64) -> (u32, i64) {
        let bits = self.offset_bits();
        let half = 1u64 << (bits - 1);
        let biased = match self {
            DataModel::Lp64 => pointer.wrapping_add(half),
            DataModel::Ilp32 => pointer.wrapping_add(half) & 0xffff_ffff,
        };
        // What is mixed is unmixed in the same way.
        let object = self.upper((biased >> bits) as u32);
        (object, (biased & ((1 << bits) - 1)) as i64 - half as i64)
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

    #[test]
    fn pack_inverts_unpack_for_every_word() {
        let model = DataModel::Lp64;
        let uppers =
            [0, 1, 6, 0xffff, 0x1_0000, PATTERN - 1, PATTERN, PATTERN + 1, !PATTERN, 1 << 30, 1 << 31, u32::MAX];
        for upper in uppers {
            for lower in [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] {
                let word = u64::from(upper) << 32 | lower;
                let (object, offset) = model.unpack(word);
                assert_eq!(model.pack(object, offset), word, "{word:#x}");
                assert_eq!(object == 0, word.wrapping_add(1 << 31) < 1 << 32, "{word:#x}");
            }
        }
    }

    #[test]
    fn null_is_zero() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            assert_eq!(model.pack(0, 0), 0);
            assert_eq!(model.pack(0, 8), 8);
            assert_eq!(model.unpack(0), (0, 0));
            assert_eq!(model.unpack(8), (0, 8));
        }
    }

    #[test]
    fn neighbouring_numbers_are_no_address() {
        let model = DataModel::Lp64;
        let small = -70_000..=70_000;
        for upper in small.step_by(7) {
            for lower in [0, 1, -1, 6, i32::MAX, i32::MIN] {
                let word = u64::from(upper as u32) << 32 | u64::from(lower as u32);
                let (object, _) = model.unpack(word);
                assert!(object == 0 || object >= 1 << 29, "{upper} {lower} {object:#x}");
            }
        }
    }

    #[test]
    fn addresses_are_ordered_as_their_objects() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let objects =
                [0, 1, 2, 3, 100, model.first_private() - 1, model.first_private(), model.first_private() + 1];
            let few = objects.into_iter().filter(|it| model == DataModel::Ilp32 || it % (1 << 30) < 1 << 16);
            let addresses: Vec<u64> = few.map(|it| model.pack(it, 0)).collect();
            assert!(addresses.is_sorted(), "{addresses:x?}");
        }
    }
}
