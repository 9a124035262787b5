//! Sets of bit-vectors as ranges, for [`super::choices`].

use crate::syntax::Width;

/// A set of numbers of one width: ranges, both ends included, ascending, with gaps between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Values {
    width: Width,
    ranges: Vec<(u64, u64)>,
}

/// With more ranges than this, a set is taken to be everything. Sets are only ever used as upper bounds.
const MAX_RANGES: usize = 64;

impl Values {
    pub(super) fn none(width: Width) -> Values {
        Values { width, ranges: Vec::new() }
    }

    pub(super) fn all(width: Width) -> Values {
        Values { width, ranges: vec![(0, width.mask())] }
    }

    /// `low`, `low + 1`, … up to `high`, wrapping around.
    pub(super) fn range(width: Width, low: u64, high: u64) -> Values {
        if low <= high {
            return Values { width, ranges: vec![(low, high)] };
        }
        Values::of(width, vec![(0, high), (low, width.mask())])
    }

    fn of(width: Width, mut ranges: Vec<(u64, u64)>) -> Values {
        ranges.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match joined.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        if joined.len() > MAX_RANGES { Values::all(width) } else { Values { width, ranges: joined } }
    }

    pub(super) fn width(&self) -> Width {
        self.width
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub(super) fn contains(&self, value: u64) -> bool {
        self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&value))
    }

    pub(super) fn union(&self, other: &Values) -> Values {
        Values::of(self.width, self.ranges.iter().chain(&other.ranges).copied().collect())
    }

    pub(super) fn intersection(&self, other: &Values) -> Values {
        let pairs = self.ranges.iter().flat_map(|left| other.ranges.iter().map(move |right| (left, right)));
        let common = pairs.map(|(left, right)| (left.0.max(right.0), left.1.min(right.1)));
        Values::of(self.width, common.filter(|(low, high)| low <= high).collect())
    }

    pub(super) fn complement(&self) -> Values {
        let mut gaps = Vec::new();
        let mut next = Some(0);
        for (low, high) in &self.ranges {
            if let Some(start) = next.filter(|it| it < low) {
                gaps.push((start, low - 1));
            }
            next = high.checked_add(1).filter(|it| *it <= self.width.mask());
        }
        gaps.extend(next.map(|it| (it, self.width.mask())));
        Values::of(self.width, gaps)
    }

    /// The numbers that give one of these when `by` is added, wrapping around.
    pub(super) fn shifted_back(&self, by: u64) -> Values {
        let move_back = |it: &u64| it.wrapping_sub(by) & self.width.mask();
        let none = Values::none(self.width);
        self.ranges
            .iter()
            .fold(none, |moved, (low, high)| moved.union(&Values::range(self.width, move_back(low), move_back(high))))
    }

    /// The numbers whose bits, all flipped, are one of these.
    pub(super) fn flipped(&self) -> Values {
        let flip = |it: &u64| !it & self.width.mask();
        Values::of(self.width, self.ranges.iter().map(|(low, high)| (flip(high), flip(low))).collect())
    }

    /// The numbers whose negative, wrapping around, is one of these.
    pub(super) fn negated(&self) -> Values {
        self.shifted_back(1).flipped()
    }

    /// The numbers of a smaller width that give one of these by extension.
    pub(super) fn before_extension(&self, signed: bool, from: Width) -> Values {
        let half = 1u64 << (from.0 - 1);
        if !signed {
            return self.narrowed(from, 0, from.mask());
        }
        // The upper half comes from negative numbers, which keep their low bits.
        let positive = self.narrowed(from, 0, half - 1);
        let lowest = self.width.mask() - (half - 1);
        positive.union(&self.narrowed(from, lowest, self.width.mask()))
    }

    fn narrowed(&self, to: Width, low: u64, high: u64) -> Values {
        let common = self.intersection(&Values::range(self.width, low, high));
        Values::of(to, common.ranges.iter().map(|(low, high)| (low & to.mask(), high & to.mask())).collect())
    }

    /// The smallest range, wrapping around, that contains all of these: first, last and how many numbers it has.
    pub(super) fn cover(&self) -> Option<(u64, u64, u128)> {
        let first = self.ranges.first()?;
        let all = u128::from(self.width.mask()) + 1;
        // Each range may be the first one; then the one before it, cyclically, is the last one.
        let before = self.ranges.last().into_iter().chain(&self.ranges);
        let candidates = self.ranges.iter().zip(before).map(|((low, _), (_, high))| {
            let steps = u128::from(high.wrapping_sub(*low) & self.width.mask());
            (*low, *high, steps + 1)
        });
        let smallest = candidates.min_by_key(|it| it.2);
        smallest.filter(|it| it.2 < all).or(Some((first.0, first.0.wrapping_sub(1) & self.width.mask(), all)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: Width = Width(4);

    /// About a thousand of the sets of numbers of four bits.
    fn some_sets() -> impl Iterator<Item = Values> {
        (0..1u32 << 16).step_by(61).map(|bits| {
            let members = (0..16).filter(|it| bits >> it & 1 == 1).map(|it| (it, it));
            Values::of(WIDTH, members.collect())
        })
    }

    fn members(values: &Values) -> Vec<u64> {
        (0..=values.width.mask()).filter(|it| values.contains(*it)).collect()
    }

    #[test]
    fn operations_agree_with_their_definitions() {
        let mut last = Values::all(WIDTH);
        for set in some_sets() {
            for value in 0..16 {
                let (here, there) = (set.contains(value), last.contains(value));
                assert_eq!(set.union(&last).contains(value), here || there);
                assert_eq!(set.intersection(&last).contains(value), here && there);
                assert_eq!(set.complement().contains(value), !here);
                assert_eq!(set.shifted_back(5).contains(value), set.contains((value + 5) % 16));
                assert_eq!(set.negated().contains(value), set.contains((16 - value) % 16));
                assert_eq!(set.flipped().contains(value), set.contains(15 - value));
            }
            for value in 0..8 {
                let narrow = Width(3);
                assert_eq!(set.before_extension(false, narrow).contains(value), set.contains(value));
                let extended = narrow.signed(value) as u64 & WIDTH.mask();
                assert_eq!(set.before_extension(true, narrow).contains(value), set.contains(extended));
            }
            last = set;
        }
    }

    #[test]
    fn the_cover_is_the_smallest_range_around() {
        for set in some_sets() {
            let members = members(&set);
            let Some((low, high, count)) = set.cover() else {
                assert!(members.is_empty());
                continue;
            };
            let covered = Values::range(WIDTH, low, high);
            assert_eq!(covered.intersection(&set), set);
            assert_eq!(self::members(&covered).len() as u128, count);
            let of_length = |length: u64| (0..16).map(move |it| Values::range(WIDTH, it, (it + length - 1) % 16));
            let is_smaller = |it: Values| it.intersection(&set) == set;
            assert!(count == 1 || !of_length(count as u64 - 1).any(is_smaller), "{set:?}");
        }
        assert_eq!(Values::all(Width(64)).cover().unwrap().2, 1 << 64);
    }
}
