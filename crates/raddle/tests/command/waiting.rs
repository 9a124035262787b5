//! Locks and retry loops as people write them are proved for all executions without an option, and run as many executions
//! as the same programs with their waits written as assumptions.

use crate::common::{raddle, root};

/// The numbers of complete executions, with loops and with assumptions.
fn counts(program: &str, threads: u32, reduction: &str) -> [u64; 2] {
    let path = root().join("corpus/waiting").join(program).display().to_string();
    let size = format!("-DN={threads}");
    let count = |further: &[&str]| {
        let arguments =
            [&["check", &path, "--reduction", reduction, "--timeout", "20s", "--", &size][..], further].concat();
        let run = raddle(&arguments);
        assert!(
            ["TRUE", "TRUE(partial)"].contains(&run.verdict()),
            "{program} {threads} {further:?}: {}{}",
            run.stdout,
            run.stderr
        );
        let scope = run.stat("scope").expect("a scope");
        assert!(scope.starts_with("all executions"), "{program} {threads}: {scope}");
        run.stat("executions").and_then(|it| it.parse().ok()).expect("a number of executions")
    };
    [count(&[]), count(&["-DAWAIT"])]
}

#[test]
fn locks_and_retries_need_no_bound() {
    let expected = [
        ("test_and_set.c", [2, 6]),
        ("ticket.c", [2, 6]),
        ("mcs.c", [6, 66]),
        ("stack.c", [2, 6]),
        ("sequence_lock.c", [2, 4]),
        ("peterson.c", [4, 48]),
    ];
    for (program, executions) in expected {
        for (threads, executions) in [2, 3].into_iter().zip(executions) {
            for reduction in ["optimal", "source"] {
                assert_eq!(counts(program, threads, reduction), [executions; 2], "{program} {threads} {reduction}");
            }
        }
    }
}
