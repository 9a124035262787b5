//! Readers take what is right, refuse the rest, and a minimiser keeps what matters.

use testkit::front::Answer;
use testkit::front::actors::{check_actors, programs, text};
use testkit::front::minimise::minimise;
use testkit::front::readers::Reader;

#[test]
fn what_does_not_matter_is_left_out() {
    let text = b"int a;\nint b = (1 + 2);\nint c;\n";
    let small = minimise(text, 1000, &mut |it| it.windows(1).any(|it| it == b"(") && it.contains(&b'2'));
    assert_eq!(small, b"(2");
}

#[test]
fn the_number_of_questions_is_limited() {
    let mut asked = 0;
    minimise(&[b'x'; 1000], 10, &mut |_| {
        asked += 1;
        false
    });
    assert_eq!(asked, 10);
}

#[test]
fn every_input_is_taken_or_refused() {
    // Those of C and ABS have tests of their own.
    for reader in Reader::ALL.into_iter().skip(2) {
        let seeds = reader.seeds();
        assert!(!seeds.is_empty(), "{reader:?} has nothing to start from");
        for text in &seeds {
            assert_eq!(reader.check(text.as_bytes()), Answer::Accepted, "{reader:?}: {text}");
        }
        let inputs = (0..200).map(|it| reader.input(&seeds, 1, it));
        let accepted = inputs.filter(|it| reader.check(it) == Answer::Accepted).count();
        assert!((5..200).contains(&accepted), "{reader:?} takes {accepted} of 200");
    }
}

#[test]
fn every_text_is_taken_or_refused() {
    let seeds = programs();
    assert!(seeds.len() > 40, "there are only {} programs", seeds.len());
    let mut accepted = 0;
    for index in 0..1000 {
        accepted += u32::from(check_actors(&text(&seeds, 1, index)) == Answer::Accepted);
    }
    assert!(accepted > 50, "only {accepted} texts are programs");
}
