//! The parts of the kit by themselves. They are no unit tests: a library that has some is compiled once more for them, with all
//! the engines that it knows, which takes longer than running any of these.

mod campaign;
mod cegar;
mod concurrent;
mod finding;
mod front;
mod sequential;
mod shape;
