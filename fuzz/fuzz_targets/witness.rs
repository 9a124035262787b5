//! Any text as a witness: refused with a line and a reason, or followed in a program. What is checked is in
//! `testkit::front::documents`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    testkit::front::documents::check_witness(text);
});
