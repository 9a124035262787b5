//! How the help of commands ends: with examples and with exit codes. `raddle man` makes sections of them.

pub const CHECK: &str = "\
Examples:
  raddle check queue.c                              every property, all executions
  raddle check queue.c --property reach,race        only these
  raddle check queue.c --timeout 60s -- -DN=3       give up after a minute; options for the preprocessor
  raddle check spin.c --unroll 4                    follow each loop for at most 4 rounds
  raddle check auction.c --engine ordering          solve for a failing execution
  raddle check queue.c --html report.html           a page that walks through the counterexample
  raddle check actors.abs --dependence dynamic      actors in ABS
  raddle check queue.c --witness w.yml              a witness for validators; --witness-in w.yml validates one

Exit codes: 0 safe, 10 unsafe (42 with --exit-42), 5 unknown, or safe up to a bound or in part only, 1 usage, 2 input not readable or \
not supported, 6 internal error. The last line of the output is the verdict; `raddle explain` tells what the words in it mean.";

pub const IR: &str = "\
Examples:
  raddle ir queue.c                                 the automata as text, which `check` and `ir` read back (.ir)
  raddle ir --dot queue.c | dot -Tsvg > queue.svg   the same as a picture
  raddle ir --independence queue.c                  which steps can be swapped, and when

Exit codes: 0 the program is shown, 1 usage, 2 input not readable or not supported, 6 internal error.";

pub const SVCOMP: &str = "\
Examples:
  raddle svcomp --property unreach-call.prp --data-model ILP32 task.i
  raddle svcomp --property no-data-race.prp --data-model LP64 --timeout 900s --witness w.yml task.c
  raddle check task.i --witness-in witness.yml --32     validate a witness

The last line is true, false(unreach-call), false(no-data-race), … or unknown. Only a call of reach_error violates unreach-call; \
a failed assertion ends the process.

Exit codes: 0 true, 10 false, 5 unknown, 1 usage, 2 input not readable or not supported, 6 internal error.";

pub const EXPLAIN: &str = "\
Examples:
  raddle explain                      everything there is to explain, with one sentence each
  raddle explain C0413                a diagnostic
  raddle explain use-after-free       a mistake in a program
  raddle explain 'UNKNOWN(timeout)'   a verdict, or only the word in it: timeout

Exit codes: 0 it is explained, 1 there is no such name.";

pub const COMPLETIONS: &str = "\
Examples:
  raddle completions bash > ~/.local/share/bash-completion/completions/raddle
  raddle completions zsh > ~/.zfunc/_raddle        a folder of $fpath
  raddle completions fish > ~/.config/fish/completions/raddle.fish

Exit codes: 0 the script is printed, 1 usage.";

pub const MAN: &str = "\
Examples:
  raddle man | man -l -                           the first page
  raddle man check | man -l -                     the page of a command
  raddle man --dir ~/.local/share/man/man1        all pages, as files

Exit codes: 0 the pages are written, 1 usage, or a file cannot be written.";

pub const SCHEMA: &str = "\
Examples:
  raddle schema > answer.schema.json         what `check --json` prints
  raddle schema trace > trace.schema.json    what `check --save-trace` writes

Exit codes: 0 the schema is printed, 1 usage.";
