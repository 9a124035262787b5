//! Vector clocks: for each thread, how many of its events happen before something.

/// A vector clock. Threads are numbered from 0.
pub(crate) trait Clock: Clone + Default {
    /// Whether so many events of that thread can be counted.
    fn fits(thread: usize, count: u32) -> bool;

    /// How many events of a thread.
    fn get(&self, thread: usize) -> u32;

    /// So many events of a thread. It [fits](Clock::fits).
    fn set(&mut self, thread: usize, count: u32);

    /// The least clock that is not below either.
    fn join(&mut self, other: &Self);

    /// The greatest clock that is not above either.
    fn meet(&mut self, other: &Self);

    /// Whether no number is below the other's.
    fn covers(&self, other: &Self) -> bool;
}

/// A clock of some numbers, for as many threads: a few vector instructions for everything.
macro_rules! small_clock {
    ($(#[$about:meta])* $name:ident of $threads:literal $number:ty) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name([$number; $threads]);

        impl Default for $name {
            #[inline]
            fn default() -> Self {
                $name([0; $threads])
            }
        }

        impl Clock for $name {
            #[inline]
            fn fits(thread: usize, count: u32) -> bool {
                thread < $threads && count <= <$number>::MAX as u32
            }

            #[inline]
            fn get(&self, thread: usize) -> u32 {
                self.0[thread & ($threads - 1)] as u32
            }

            #[inline]
            fn set(&mut self, thread: usize, count: u32) {
                debug_assert!(Self::fits(thread, count));
                self.0[thread & ($threads - 1)] = count as $number;
            }

            #[inline]
            fn join(&mut self, other: &Self) {
                for (own, &other) in self.0.iter_mut().zip(&other.0) {
                    *own = (*own).max(other);
                }
            }

            #[inline]
            fn meet(&mut self, other: &Self) {
                for (own, &other) in self.0.iter_mut().zip(&other.0) {
                    *own = (*own).min(other);
                }
            }

            #[inline]
            fn covers(&self, other: &Self) -> bool {
                self.0.iter().zip(&other.0).all(|(own, other)| own >= other)
            }
        }
    };
}

small_clock! {
    /// Up to 255 events of each thread.
    Tiny of 16 u8
}
// Signed, since that is what all machines can compare at once.
small_clock! {
    /// Up to 32,767 events of each thread.
    Narrow of 16 i16
}

small_clock! {
    /// Up to 255 events of each of 64 threads: actors have many tasks with few steps each.
    Broad of 64 u8
}

/// Any number of threads and events, at the price of an allocation each. Missing counts are 0.
#[derive(Clone, Default, Debug)]
pub(crate) struct Wide(Vec<u32>);

impl Clock for Wide {
    fn fits(_: usize, _: u32) -> bool {
        true
    }

    fn get(&self, thread: usize) -> u32 {
        self.0.get(thread).copied().unwrap_or(0)
    }

    fn set(&mut self, thread: usize, count: u32) {
        if self.0.len() <= thread {
            self.0.resize(thread + 1, 0);
        }
        self.0[thread] = count;
    }

    fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, &other) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(other);
        }
    }

    fn meet(&mut self, other: &Self) {
        self.0.truncate(other.0.len());
        for (own, &other) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).min(other);
        }
    }

    fn covers(&self, other: &Self) -> bool {
        other.0.iter().enumerate().all(|(thread, &it)| self.get(thread) >= it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves<C: Clock>() {
        let mut one = C::default();
        one.set(1, 3);
        let mut two = C::default();
        two.set(1, 2);
        two.set(4, 7);
        let mut join = one.clone();
        join.join(&two);
        assert_eq!([join.get(0), join.get(1), join.get(4), join.get(9)], [0, 3, 7, 0]);
        let mut meet = two.clone();
        meet.meet(&one);
        assert_eq!([meet.get(0), meet.get(1), meet.get(4), meet.get(9)], [0, 2, 0, 0]);
        assert_eq!(
            [join.covers(&one), join.covers(&two), one.covers(&two), two.covers(&meet)],
            [true, true, false, true]
        );
    }

    #[test]
    fn all_clocks_behave_alike() {
        behaves::<Tiny>();
        behaves::<Narrow>();
        behaves::<Broad>();
        behaves::<Wide>();
        assert!(!Tiny::fits(16, 1) && !Tiny::fits(0, 256) && Narrow::fits(0, 256));
        assert!(Broad::fits(63, 255) && !Broad::fits(64, 1));
        assert!(!Narrow::fits(16, 1) && !Narrow::fits(0, 1 << 15) && Wide::fits(16, 1 << 15));
    }
}
