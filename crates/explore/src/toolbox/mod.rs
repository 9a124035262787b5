//! What several algorithms need: which events happen before which, races, sleep sets, wakeup trees.

pub(crate) mod awaits;
pub(crate) mod cells;
pub(crate) mod clock;
pub(crate) mod estimate;
pub(crate) mod guided;
pub(crate) mod history;
pub(crate) mod probe;
pub(crate) mod sequences;
pub(crate) mod sets;
pub(crate) mod sleep;
pub(crate) mod sources;
pub(crate) mod states;
pub(crate) mod summary;
pub(crate) mod table;
pub(crate) mod trail;
pub(crate) mod visits;
pub(crate) mod vocabulary;
pub(crate) mod wakeup;
