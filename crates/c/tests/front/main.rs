//! The front end from text to the typed tree, by topic.

mod conversions;
mod declarations;
mod diagnostics;
mod initialisers;
mod layouts;
mod library;
mod literals;
mod reading;
mod robustness;
mod show;
mod statements;
