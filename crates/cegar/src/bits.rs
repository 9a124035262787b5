//! Sets of small numbers.

/// A set of numbers below a bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// Without any, for numbers below a bound.
    pub fn new(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)])
    }

    /// Adds a number.
    pub fn insert(&mut self, number: u32) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    /// Adds numbers.
    pub fn extend(&mut self, numbers: impl IntoIterator<Item = u32>) {
        numbers.into_iter().for_each(|it| self.insert(it));
    }

    /// Whether a number is in it.
    pub fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|it| it & 1 << (number % 64) != 0)
    }

    /// Adds another set; whether something is new.
    pub fn add(&mut self, other: &Bits) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *other & !*word != 0;
            *word |= other;
        }
        changed
    }

    /// Leaves only what is in another set, too.
    pub fn keep(&mut self, other: &Bits) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
    }

    /// Whether something is in both, and in a third set.
    pub fn meets(&self, other: &Bits, mask: &Bits) -> bool {
        self.0.iter().zip(&other.0).zip(&mask.0).any(|((a, b), c)| a & b & c != 0)
    }

    /// Whether something is in both.
    pub fn overlaps(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(index as u32 * 64 + bit)
            })
        })
    }
}
