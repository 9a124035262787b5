//! Any text as the text form of a program: refused with a message, or a program that survives printing and parsing.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    testkit::front::check_text_form(text);
});
