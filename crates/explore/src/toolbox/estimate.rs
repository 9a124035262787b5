//! How much of a search tree has been explored, judged by where the search is.

/// The part that lies behind, for the states on the way: how many branches of each are done, and how many there are. The
/// branch that is being explored is not done.
pub(crate) fn explored(levels: impl Iterator<Item = (u32, u32)>) -> f64 {
    let mut behind = 0.0;
    let mut share = 1.0;
    for (done, all) in levels {
        share /= f64::from(all.max(1));
        behind += share * f64::from(done);
    }
    behind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_half_is_a_quarter() {
        assert_eq!(explored([(0, 2), (1, 2)].into_iter()), 0.25);
        assert_eq!(explored([(1, 2), (0, 1), (1, 2)].into_iter()), 0.75);
        assert_eq!(explored(std::iter::empty()), 0.0);
    }
}
