//! One file per algorithm. They do not know each other; what two of them need is in the toolbox.

pub(crate) mod context;
pub(crate) mod data;
pub(crate) mod naive;
pub(crate) mod observers;
pub(crate) mod optimal;
pub(crate) mod source;
pub(crate) mod state;
pub(crate) mod value;
