//! The generator uses all that it knows, its programs are programs, and the shrinker leaves what matters.

use std::collections::BTreeSet;
use testkit::concurrent::*;
use testkit::fuzz::load;

fn file(seed: u64) -> String {
    text(&program(seed, &Size::default()), Form::File)
}

#[test]
fn all_features_are_used() {
    let used: BTreeSet<&str> = (1..=1_000).flat_map(|seed| features(&file(seed))).collect();
    let all = FEATURES.iter().map(|it| it.0).chain([NESTED]);
    let missing: Vec<&str> = all.filter(|it| !used.contains(it)).collect();
    assert!(missing.is_empty(), "nobody uses {missing:?}");
}

#[test]
fn a_text_has_no_feature_that_it_does_not_use() {
    assert_eq!(features("int main(void) {\n  return 0;\n}\n"), Vec::<&str>::new());
}

#[test]
fn the_front_end_takes_every_program_in_both_forms() {
    for seed in 1..=40 {
        let tree = program(seed, &Size::default());
        let raw = load::raw(&text(&tree, Form::Preprocessed), &c::Options::default())
            .unwrap_or_else(|it| panic!("seed {seed}: {it}"));
        assert_eq!(raw.globals.is_empty(), tree.objects.is_empty() || !text(&tree, Form::File).contains(" g"));
    }
    let folder = tempfile::tempdir().expect("a folder");
    for seed in 41..=44 {
        let path = folder.path().join("random.c");
        std::fs::write(&path, file(seed)).expect("it can be written");
        let loaded = c::load(&path, &c::Options::default());
        assert!(loaded.is_ok(), "seed {seed}: {:?}", loaded.err().map(|it| it.diagnostics));
    }
}

#[test]
fn the_same_seed_gives_the_same_program() {
    assert_eq!(program(7, &Size::default()), program(7, &Size::default()));
    assert_ne!(program(7, &Size::default()), program(8, &Size::default()));
}

#[test]
fn what_matters_is_left_and_little_else() {
    let wanted = ["atomic_compare_exchange", "pthread_create"];
    let is_kept = |it: &tree::Program| {
        let text = text(it, Form::Preprocessed);
        let code = text.split("extern void __VERIFIER_atomic_end(void);").nth(1).unwrap_or_default();
        wanted.iter().all(|it| code.contains(it)) && load::raw(&text, &c::Options::default()).is_ok()
    };
    let large = (1..).map(|seed| program(seed, &Size::default())).find(|it| is_kept(it)).expect("there is one");
    let small = shrink(large, &mut |it| is_kept(it));
    assert!(is_kept(&small));
    // Headers, an object, a thread with what is expected and the exchange, and who starts it.
    let left = text(&small, Form::File);
    assert!(left.lines().count() <= 17, "{left}");
}
