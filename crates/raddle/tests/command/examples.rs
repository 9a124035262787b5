//! The examples do what `examples/README.md` says, with no option, and soon.

use crate::common::{raddle, root};
use std::time::{Duration, Instant};

/// Ten programs as people write them: what is wrong with each. Its sibling, `…_fixed`, is safe.
const PAIRS: [(&str, &str); 10] = [
    ("stack_aba.c", "FALSE(reach)"),
    ("mpsc_queue.c", "FALSE(reach)"),
    ("rcu_list.c", "FALSE(memory,race)"),
    ("seqlock.c", "FALSE(reach)"),
    ("thread_pool.c", "FALSE(deadlock)"),
    ("rwlock.c", "FALSE(reach,race)"),
    ("bank_deadlock.c", "FALSE(deadlock)"),
    ("once.c", "FALSE(reach,race)"),
    ("actors/bank.abs", "FALSE(reach)"),
    ("deque.c", "FALSE(reach)"),
];

/// A useful first screen comes within this time.
const SOON: Duration = Duration::from_secs(10);

#[test]
fn every_mistake_is_found_soon_and_every_fix_is_one() {
    for (name, verdict) in PAIRS {
        let fixed = name.replace(".c", "_fixed.c").replace(".abs", "_fixed.abs");
        for (name, verdict) in [(name.to_owned(), verdict), (fixed, "TRUE")] {
            let start = Instant::now();
            let run = raddle(&["check", &format!("examples/{name}")]);
            assert_eq!(run.verdict(), verdict, "{name}:\n{}{}", run.stderr, run.stdout);
            assert!(start.elapsed() < SOON, "{name} takes {:?}", start.elapsed());
        }
    }
}

#[test]
fn the_first_screen_says_where_and_why() {
    let screen = |name: &str| raddle(&["check", &format!("examples/{name}")]).stdout;
    let says = |name: &str, what: &str| {
        let screen = screen(name);
        assert!(screen.contains(what), "{name} does not say `{what}`:\n{screen}");
    };
    says("account.c", "^^^^^^^^^^^^^^^^^^^^ balance = -30");
    says("account.c", "it would have passed if T1 had written balance (line 11) before T2 read it (line 10)");
    says("bank_deadlock.c", "a circle: T1 → T2 → T1");
    says("thread_pool.c", "a lost wake-up: pthread_cond_broadcast by main came here");
    says("once.c", "T1: non-atomic write");
    says("rcu_list.c", "use after free");
    says("seqlock.c", "earlier = ");
    says("actors/bank.abs", "✗ assertion failed");
}

#[test]
fn every_example_is_described() {
    let index = std::fs::read_to_string(root().join("examples/README.md")).expect("examples/README.md");
    for folder in ["examples", "examples/actors"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
            if path.is_file() && name != "README" {
                let base = name.trim_end_matches("_fixed");
                assert!(index.contains(base), "{name} is not in examples/README.md");
            }
        }
    }
}
