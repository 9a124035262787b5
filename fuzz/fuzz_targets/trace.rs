//! Any text as a saved trace: refused with a reason, or replayed in a program. What is checked is in
//! `testkit::front::documents`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    testkit::front::documents::check_trace(text);
});
