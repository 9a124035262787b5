//! How the help of commands ends: with examples and with exit codes.

pub const EXPLAIN: &str = "\
Examples:
  raddle explain                      everything there is to explain, with one sentence each
  raddle explain C0413                a diagnostic
  raddle explain use-after-free       a mistake in a program
  raddle explain 'UNKNOWN(timeout)'   a verdict, or only the word in it: timeout

Exit codes: 0 it is explained, 1 there is no such name.";
