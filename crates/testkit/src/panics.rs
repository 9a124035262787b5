//! Panics of what is tested: they are findings, and told as such.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// Where the last panic of a thread came from.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// How what [`guarded`] says about a panic begins.
pub(crate) const BEGIN: &str = "it panics";

/// From here on panics print nothing, but their places are remembered.
pub fn silence() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|it| format!("{}:{}", it.file(), it.line()));
        PLACE.with(|it| *it.borrow_mut() = place);
    }));
}

/// The answer, or what a panic says, and where it comes from if that is remembered.
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|it| {
        let text = it.downcast_ref::<&str>().map(|it| (*it).to_owned());
        let text = text.or_else(|| it.downcast_ref::<String>().cloned()).unwrap_or_default();
        match PLACE.with(|it| it.borrow_mut().take()) {
            Some(place) => format!("{BEGIN} at {place}: {text}"),
            None => format!("{BEGIN}: {text}"),
        }
    })
}
