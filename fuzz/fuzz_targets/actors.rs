//! Any bytes as an ABS file: refused with a message, or a program that runs. What is checked is in
//! `testkit::front::actors`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // The sanitizer makes frames larger.
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    std::thread::scope(|scope| {
        let run = thread.spawn_scoped(scope, || testkit::front::actors::check_actors(bytes));
        run.expect("a thread can be started").join().expect("no promise is broken");
    });
});
