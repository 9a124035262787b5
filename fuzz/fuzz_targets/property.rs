//! Any text as a property file: refused with a line and a reason, or a list of formulas that is written as it was read. What
//! is checked is in `testkit::front::documents`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    testkit::front::documents::check_property_file(text);
});
