//! Findings are small and say what is wrong.

use std::time::Duration;
use testkit::concurrent::{self, Form, tree::Program as Tree};
use testkit::fuzz::{
    Answer, Checked, Engines, Failure, FailureKind, Language, Limits, c_program, minimise, smallest_in_c,
};

/// Whoever sees one of these words is wrong.
fn judged(text: &str, word: &str) -> Checked {
    let failure = Failure { kind: FailureKind::Disagreement, complaint: format!("it has {word}, {}", text.len()) };
    let answer = if text.contains(word) { Answer::Fails(failure) } else { Answer::DECIDED };
    Checked { violated: vec!["reach"], answers: vec![("reader".to_owned(), answer)], ..Checked::default() }
}

#[test]
fn a_finding_is_small_and_ready_for_the_corpus() {
    let word = "pthread_mutex_trylock(&";
    let text = |tree: &Tree| concurrent::text(tree, Form::File);
    let seed = (1..).find(|it| text(&c_program(*it)).contains(word)).expect("programs try locks");
    let first = judged(&text(&c_program(seed)), word);
    let time = Duration::from_secs(600);
    let found = smallest_in_c(seed, &first, time, &mut |it| judged(&text(it), word)).expect("something is wrong");
    assert!(found.text.starts_with("//@ verdict: FALSE(reach)\n"), "{}", found.text);
    assert!(found.text.contains(&format!("seed {seed}")) && found.text.contains(word), "{}", found.text);
    // A head of two lines, headers, a mutex, the function with the call, and who starts it.
    assert!(found.text.lines().count() <= 24, "{}", found.text);
    assert_eq!(found.file_name(), format!("disagreement_reader_{seed}.c"));
}

#[test]
fn without_time_it_stays_as_it_is() {
    let program = c_program(1);
    let first = judged(&concurrent::text(&program, Form::File), "main");
    let found = smallest_in_c(1, &first, Duration::ZERO, &mut |_| unreachable!("nothing is tried"));
    let found = found.expect("something is wrong");
    assert!(found.text.ends_with(&concurrent::text(&program, Form::File)), "{}", found.text);
}

#[test]
fn a_program_without_failure_is_no_finding() {
    let good = judged("", "word");
    for language in [Language::C, Language::Actors] {
        assert!(minimise(language, 1, Engines::EXPLORE, &Limits::default(), &good).is_none());
    }
}
