//! Files: preprocessing, our headers, data models, positions.

use crate::show::list;
use c::{Input, Options, with_tree};
use ir::DataModel;
use std::path::PathBuf;

struct Files(tempfile::TempDir);

impl Files {
    fn new(files: &[(&str, &[u8])]) -> Files {
        let directory = tempfile::tempdir().expect("a temporary directory");
        for (name, text) in files {
            std::fs::write(directory.path().join(name), text).expect("writable");
        }
        Files(directory)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// `line:code` of all findings.
    fn findings(&self, name: &str, options: &Options) -> Vec<String> {
        match with_tree(Input::File(&self.path(name)), options, |_, _| Some(())) {
            Ok(((), diagnostics)) => list(&diagnostics),
            Err(failure) => list(&failure.diagnostics),
        }
    }
}

fn flags(flags: &[&str]) -> Options {
    Options { flags: flags.iter().map(|it| it.to_string()).collect(), ..Options::default() }
}

#[test]
fn all_our_headers_are_clean_in_both_models() {
    let text = b"#include <assert.h>\n#include <errno.h>\n#include <inttypes.h>\n#include <limits.h>
#include <pthread.h>\n#include <sched.h>\n#include <stdarg.h>\n#include <stdatomic.h>\n#include <stdbool.h>
#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>
#include <time.h>\n#include <unistd.h>
_Static_assert(sizeof(size_t) == sizeof(void *) && sizeof(intptr_t) == sizeof(void *), \"size_t\");
_Static_assert(sizeof(long) == sizeof(void *) && LONG_MAX == (long)(~0ul >> 1), \"long\");
_Static_assert(sizeof(int64_t) == 8 && INT64_MAX == 9223372036854775807ll && UINT64_MAX == ~0ull, \"int64_t\");
_Static_assert(SIZE_MAX == (size_t)-1 && INT_MIN < 0 && CHAR_BIT == 8, \"limits\");
int main(void) { bool b = true; FILE *f = stderr; fprintf(f, \"%\" PRId64, (int64_t)1); assert(b); return 0; }\n";
    let files = Files::new(&[("a.c", text)]);
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let options = Options { model, ..Options::default() };
        assert!(files.findings("a.c", &options).is_empty(), "{model:?}: {:?}", files.findings("a.c", &options));
    }
}

#[test]
fn system_headers_mix_with_ours() {
    let text =
        b"#include <sys/types.h>\n#include <sys/time.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <math.h>
#include <signal.h>\n#include <ctype.h>\nint main(void) { pthread_t t = 0; return (int)t; }\n";
    let files = Files::new(&[("a.c", text)]);
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let options = Options { model, ..Options::default() };
        assert!(files.findings("a.c", &options).is_empty(), "{model:?}: {:?}", files.findings("a.c", &options));
    }
}

#[test]
fn macros_of_the_user_and_ndebug_are_honoured() {
    let text = b"#include <assert.h>\n#ifndef N\n#error \"N is missing\"\n#endif\nint a[N];\n\
        _Static_assert(sizeof a == 12, \"N\");\nint main(void) { assert(a[0]); return 0; }\n";
    let files = Files::new(&[("a.c", text)]);
    assert_eq!(files.findings("a.c", &flags(&[])), ["3:C0103", "5:C0310"][..1]);
    assert!(files.findings("a.c", &flags(&["-DN=3"])).is_empty());
    let count = |options: &Options| {
        let path = files.path("a.c");
        let work = |unit: &c::tree::Unit, _: &mut source::Diagnostics| Some(format!("{:?}", unit.functions));
        let (text, _) = with_tree(Input::File(&path), options, work).expect("no errors");
        text.matches("Assert").count()
    };
    assert_eq!(count(&flags(&["-DN=3"])), 1);
    assert_eq!(count(&flags(&["-DN=3", "-DNDEBUG"])), 0);
}

#[test]
fn errors_are_placed_in_the_file_that_has_them() {
    let files = Files::new(&[
        ("a.c", b"#include \"b.h\"\n#define TWICE(x) ((x) + (x))\n\nint main(void) {\n  return TWICE(y) + z;\n}\n"),
        ("b.h", b"/* one\n two */\nint g = h;\n"),
    ]);
    let failure = with_tree(Input::File(&files.path("a.c")), &flags(&[]), |_, _| Some(())).expect_err("errors");
    let shown: Vec<_> = failure.diagnostics.iter().map(|it| failure.sources.describe(it.span)).collect();
    let (a, b) = (files.path("a.c"), files.path("b.h"));
    assert_eq!(
        shown,
        [
            format!("{}:3:9", b.display()),
            format!("{}:5:16", a.display()).replace(":16", ":10"),
            format!("{}:5:21", a.display()),
        ]
    );
    let first = failure.diagnostics.iter().next().expect("one");
    assert_eq!(failure.sources.line(first.span), Some("int g = h;"));
}

#[test]
fn preprocessed_files_are_taken_as_they_are() {
    let files = Files::new(&[("a.i", b"// a comment\nint main(void) {\n /* x */ return y;\n}\n")]);
    assert_eq!(files.findings("a.i", &flags(&[])), ["3:C0301"]);
}

#[test]
fn bytes_beyond_ascii_are_harmless_in_comments_and_an_error_in_literals_unless_utf8() {
    let files = Files::new(&[
        ("a.i", b"/* caf\xe9 */ int main(void) { return 0; }"),
        ("b.i", "char *s = \"caf\u{e9}\"; int main(void) { return sizeof(\"\u{e9}\") == 3; }".as_bytes()),
        ("c.i", b"\nchar *s = \"caf\xe9\";"),
    ]);
    assert!(files.findings("a.i", &flags(&[])).is_empty());
    assert!(files.findings("b.i", &flags(&[])).is_empty());
    assert_eq!(files.findings("c.i", &flags(&[])), ["2:C0104"]);
}
