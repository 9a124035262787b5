//! Any bytes as a preprocessed C file: refused with a message, or a valid program that stays one under the passes and
//! survives printing and parsing. What is checked is in `testkit::front`.
#![no_main]

use ir::DataModel;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // The sanitizer makes frames larger.
    let thread = std::thread::Builder::new().stack_size(4 * c::STACK);
    std::thread::scope(|scope| {
        let run = thread.spawn_scoped(scope, || {
            for model in [DataModel::Lp64, DataModel::Ilp32] {
                testkit::front::check(bytes, model);
            }
        });
        run.expect("a thread can be started").join().expect("no promise is broken");
    });
});
