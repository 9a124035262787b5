//! One file per algorithm. They do not know each other; what two of them need moves to a toolbox.

pub(crate) mod naive;
