//! Rows of bits.

/// A square table of bits, row by row.
#[derive(Clone)]
pub(super) struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    /// All bits are 0.
    pub(super) fn new(count: usize) -> Rows {
        let words = words_for(count);
        Rows { words, bits: vec![0; words * count] }
    }

    pub(super) fn row(&self, row: u32) -> &[u64] {
        &self.bits[row as usize * self.words..][..self.words]
    }

    pub(super) fn has(&self, row: u32, column: u32) -> bool {
        has(self.row(row), column)
    }

    /// Where the first word of a row is.
    pub(super) fn start(&self, row: u32) -> usize {
        row as usize * self.words
    }

    pub(super) fn word(&self, index: usize) -> u64 {
        self.bits[index]
    }

    pub(super) fn set_word(&mut self, index: usize, value: u64) {
        self.bits[index] = value;
    }

    pub(super) fn copy_from(&mut self, other: &Rows) {
        self.bits.copy_from_slice(&other.bits);
    }

    /// Adds a bit.
    pub(super) fn insert(&mut self, row: u32, column: u32) {
        self.bits[row as usize * self.words + column as usize / 64] |= 1 << (column % 64);
    }

    /// Adds all bits of another row.
    pub(super) fn absorb(&mut self, row: u32, other: u32) {
        let (row, other) = (self.start(row), self.start(other));
        for word in 0..self.words {
            self.bits[row + word] |= self.bits[other + word];
        }
    }

    /// Adds all bits of a row of another table.
    pub(super) fn absorb_words(&mut self, row: u32, words: &[u64]) {
        let start = self.start(row);
        for (word, bits) in self.bits[start..start + self.words].iter_mut().zip(words) {
            *word |= bits;
        }
    }
}

/// How many words hold so many bits.
pub(super) fn words_for(count: usize) -> usize {
    count.div_ceil(64)
}

/// Whether a bit is set.
pub(super) fn has(words: &[u64], bit: u32) -> bool {
    words[bit as usize / 64] >> (bit % 64) & 1 == 1
}

/// Sets a bit.
pub(super) fn insert(words: &mut [u64], bit: u32) {
    words[bit as usize / 64] |= 1 << (bit % 64);
}

/// The bits that are set in one word, which is the `index`-th.
pub(super) fn ones_in(index: usize, word: u64) -> impl Iterator<Item = u32> {
    let mut rest = word;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let bit = rest.trailing_zeros();
        rest &= rest - 1;
        Some(index as u32 * 64 + bit)
    })
}
