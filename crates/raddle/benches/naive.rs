//! How many visible operations per second `naive` runs on one core, and how much memory that takes.
//!
//! `cargo bench -p raddle --bench naive`. The number of events is exact and the same on every machine; the rate is not.

use event::Stats;
use explore::Reduction;
use raddle::search::Search;
use raddle::{CheckOptions, LoadOptions};
use std::path::Path;
use std::time::Instant;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (name, flags) in [("fib_bench", "-DN=3"), ("ticket_lock", "-DN=2"), ("dekker", "-DN=1")] {
        let file = root.join("bench/programs").join(name).with_extension("c");
        let loaded = raddle::load(&file, &LoadOptions { flags: vec![flags.to_owned()], ..LoadOptions::default() })
            .expect("the program loads");
        let start = Instant::now();
        let search = Search { reduction: Reduction::Naive, ..Search::default() };
        let options = CheckOptions { search, ..CheckOptions::default() };
        let outcome = raddle::check(&loaded.program, &options, &mut |_, _| {});
        let seconds = start.elapsed().as_secs_f64();
        let Stats { executions, events, .. } = outcome.stats;
        println!(
            "{name} {flags}: {executions} executions, {events} events, {:.2} million events per second, peak {}",
            events as f64 / seconds / 1e6,
            peak_memory()
        );
    }
}

/// The largest memory so far, where the system tells.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    peak.map_or_else(|| "unknown".to_owned(), |it| it.trim().to_owned())
}
