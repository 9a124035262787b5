//! Any text as a suite of benchmarks: refused with a message on its line, or taken. What is checked is in
//! `testkit::front::documents`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    testkit::front::documents::check_suite(text);
});
