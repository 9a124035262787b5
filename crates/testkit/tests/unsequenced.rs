//! Expressions whose operands are in no order, see `testkit::unsequenced`. `RADDLE_SEED` and `RADDLE_COUNT` as usual.

use testkit::unsequenced::{Compared, check};

#[test]
fn every_order_is_tried_and_what_is_undefined_is_found() {
    let number = |name: &str| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let (seed, count) = (number("RADDLE_SEED").unwrap_or(1), number("RADDLE_COUNT").unwrap_or(2000));
    let (mut undefined, mut several, mut bounded, mut too_large) = (0, 0, 0, 0);
    for seed in seed..seed + count {
        match check(seed).unwrap_or_else(|complaint| panic!("seed {seed}: {complaint}")) {
            Compared::Undefined => undefined += 1,
            Compared::Defined { bounded: true, .. } => bounded += 1,
            Compared::Defined { outcomes, .. } => several += u64::from(outcomes > 1),
            Compared::TooLarge => too_large += 1,
        }
    }
    println!(
        "undefined {undefined}, of several outcomes {several}, bounded {bounded}, too large {too_large} of {count}"
    );
    assert!(undefined * 10 > count && several * 50 > count && bounded * 10 < count && too_large * 20 < count);
}
