//! C programs whose answer is known when they are written, see `testkit::known` and `testkit::library`. `RADDLE_SEED` and `RADDLE_COUNT` as usual.

use testkit::{known, library};

#[test]
fn brute_force_finds_what_is_known() {
    look_at_many(known::check);
}

#[test]
fn brute_force_and_machine_find_what_is_known_of_pointers() {
    look_at_many(known::check_pointers);
}

#[test]
fn the_library_does_what_posix_says() {
    look_at_many(library::check);
}

fn look_at_many(check: fn(u64) -> Result<bool, String>) {
    let number = |name: &str| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let (seed, count) = (number("RADDLE_SEED").unwrap_or(1), number("RADDLE_COUNT").unwrap_or(600));
    let failing = (seed..seed + count)
        .filter(|&seed| check(seed).unwrap_or_else(|complaint| panic!("seed {seed}: {complaint}")))
        .count() as u64;
    println!("{failing} of {count} fail");
    assert!(failing * 5 > count && failing * 5 < count * 4);
}
