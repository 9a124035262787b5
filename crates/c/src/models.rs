//! Functions of the library that are written in C: bytes and strings, numbers in texts, sorting, files, clocks.
//!
//! A model is put behind the preprocessed text if the text mentions its function, under a name that no program uses; the
//! calls are led there by `sema`. So the parser, the checks and the counterexamples treat it like code of the program.
//! The bytes are read and written in ascending order, in words where all operands are aligned to words.

use std::collections::HashSet;

/// Name and text of each model. The text defines `__raddle_` and the name, and nothing else.
const MODELS: &[(&str, &str)] = &[
    ("memcpy", include_str!("../models/memcpy.c")),
    ("memmove", include_str!("../models/memmove.c")),
    ("memset", include_str!("../models/memset.c")),
    ("memcmp", include_str!("../models/memcmp.c")),
    ("memchr", include_str!("../models/memchr.c")),
    ("strlen", include_str!("../models/strlen.c")),
    ("strnlen", include_str!("../models/strnlen.c")),
    ("strcmp", include_str!("../models/strcmp.c")),
    ("strncmp", include_str!("../models/strncmp.c")),
    ("strcpy", include_str!("../models/strcpy.c")),
    ("strncpy", include_str!("../models/strncpy.c")),
    ("strcat", include_str!("../models/strcat.c")),
    ("strncat", include_str!("../models/strncat.c")),
    ("strchr", include_str!("../models/strchr.c")),
    ("strrchr", include_str!("../models/strrchr.c")),
    ("strdup", include_str!("../models/strdup.c")),
    ("abs", include_str!("../models/abs.c")),
    ("labs", include_str!("../models/labs.c")),
    ("llabs", include_str!("../models/llabs.c")),
    ("atoi", include_str!("../models/atoi.c")),
    ("__builtin_sadd_overflow", include_str!("../models/__builtin_sadd_overflow.c")),
    ("__builtin_saddl_overflow", include_str!("../models/__builtin_saddl_overflow.c")),
    ("__builtin_saddll_overflow", include_str!("../models/__builtin_saddll_overflow.c")),
    ("__builtin_smul_overflow", include_str!("../models/__builtin_smul_overflow.c")),
    ("__builtin_smull_overflow", include_str!("../models/__builtin_smull_overflow.c")),
    ("__builtin_smulll_overflow", include_str!("../models/__builtin_smulll_overflow.c")),
    ("__builtin_ssub_overflow", include_str!("../models/__builtin_ssub_overflow.c")),
    ("__builtin_ssubl_overflow", include_str!("../models/__builtin_ssubl_overflow.c")),
    ("__builtin_ssubll_overflow", include_str!("../models/__builtin_ssubll_overflow.c")),
    ("__builtin_uadd_overflow", include_str!("../models/__builtin_uadd_overflow.c")),
    ("__builtin_uaddl_overflow", include_str!("../models/__builtin_uaddl_overflow.c")),
    ("__builtin_uaddll_overflow", include_str!("../models/__builtin_uaddll_overflow.c")),
    ("__builtin_umul_overflow", include_str!("../models/__builtin_umul_overflow.c")),
    ("__builtin_umull_overflow", include_str!("../models/__builtin_umull_overflow.c")),
    ("__builtin_umulll_overflow", include_str!("../models/__builtin_umulll_overflow.c")),
    ("__builtin_usub_overflow", include_str!("../models/__builtin_usub_overflow.c")),
    ("__builtin_usubl_overflow", include_str!("../models/__builtin_usubl_overflow.c")),
    ("__builtin_usubll_overflow", include_str!("../models/__builtin_usubll_overflow.c")),
    ("__VERIFIER_load_await_aint", include_str!("../models/__VERIFIER_load_await_aint.c")),
    ("__VERIFIER_nondet_pointer", include_str!("../models/__VERIFIER_nondet_pointer.c")),
    ("__VERIFIER_xchg_await_aint", include_str!("../models/__VERIFIER_xchg_await_aint.c")),
    ("__builtin_bswap16", include_str!("../models/__builtin_bswap16.c")),
    ("__builtin_bswap32", include_str!("../models/__builtin_bswap32.c")),
    ("__builtin_bswap64", include_str!("../models/__builtin_bswap64.c")),
    ("__builtin_clz", include_str!("../models/__builtin_clz.c")),
    ("__builtin_clzl", include_str!("../models/__builtin_clzl.c")),
    ("__builtin_clzll", include_str!("../models/__builtin_clzll.c")),
    ("__builtin_ctz", include_str!("../models/__builtin_ctz.c")),
    ("__builtin_ctzl", include_str!("../models/__builtin_ctzl.c")),
    ("__builtin_ctzll", include_str!("../models/__builtin_ctzll.c")),
    ("__builtin_parity", include_str!("../models/__builtin_parity.c")),
    ("__builtin_parityl", include_str!("../models/__builtin_parityl.c")),
    ("__builtin_parityll", include_str!("../models/__builtin_parityll.c")),
    ("__builtin_popcount", include_str!("../models/__builtin_popcount.c")),
    ("__builtin_popcountl", include_str!("../models/__builtin_popcountl.c")),
    ("__builtin_popcountll", include_str!("../models/__builtin_popcountll.c")),
    ("__errno_location", include_str!("../models/__errno_location.c")),
    ("atol", include_str!("../models/atol.c")),
    ("atoll", include_str!("../models/atoll.c")),
    ("bcopy", include_str!("../models/bcopy.c")),
    ("bsearch", include_str!("../models/bsearch.c")),
    ("bzero", include_str!("../models/bzero.c")),
    ("clock_gettime", include_str!("../models/clock_gettime.c")),
    ("ffs", include_str!("../models/ffs.c")),
    ("ffsl", include_str!("../models/ffsl.c")),
    ("ffsll", include_str!("../models/ffsll.c")),
    ("fgetc", include_str!("../models/fgetc.c")),
    ("fgets", include_str!("../models/fgets.c")),
    ("fopen", include_str!("../models/fopen.c")),
    ("fread", include_str!("../models/fread.c")),
    ("fwrite", include_str!("../models/fwrite.c")),
    ("getc", include_str!("../models/getc.c")),
    ("getchar", include_str!("../models/getchar.c")),
    ("getenv", include_str!("../models/getenv.c")),
    ("getpid", include_str!("../models/getpid.c")),
    ("getppid", include_str!("../models/getppid.c")),
    ("gettimeofday", include_str!("../models/gettimeofday.c")),
    ("isalnum", include_str!("../models/isalnum.c")),
    ("isalpha", include_str!("../models/isalpha.c")),
    ("isblank", include_str!("../models/isblank.c")),
    ("iscntrl", include_str!("../models/iscntrl.c")),
    ("isdigit", include_str!("../models/isdigit.c")),
    ("isgraph", include_str!("../models/isgraph.c")),
    ("islower", include_str!("../models/islower.c")),
    ("isprint", include_str!("../models/isprint.c")),
    ("ispunct", include_str!("../models/ispunct.c")),
    ("isspace", include_str!("../models/isspace.c")),
    ("isupper", include_str!("../models/isupper.c")),
    ("isxdigit", include_str!("../models/isxdigit.c")),
    ("memccpy", include_str!("../models/memccpy.c")),
    ("memcpy_s", include_str!("../models/memcpy_s.c")),
    ("mempcpy", include_str!("../models/mempcpy.c")),
    ("memrchr", include_str!("../models/memrchr.c")),
    ("open", include_str!("../models/open.c")),
    ("qsort", include_str!("../models/qsort.c")),
    ("read", include_str!("../models/read.c")),
    ("stpcpy", include_str!("../models/stpcpy.c")),
    ("strcasecmp", include_str!("../models/strcasecmp.c")),
    ("strchrnul", include_str!("../models/strchrnul.c")),
    ("strcspn", include_str!("../models/strcspn.c")),
    ("strerror", include_str!("../models/strerror.c")),
    ("strncasecmp", include_str!("../models/strncasecmp.c")),
    ("strndup", include_str!("../models/strndup.c")),
    ("strpbrk", include_str!("../models/strpbrk.c")),
    ("strsep", include_str!("../models/strsep.c")),
    ("strspn", include_str!("../models/strspn.c")),
    ("strstr", include_str!("../models/strstr.c")),
    ("strtok", include_str!("../models/strtok.c")),
    ("strtok_r", include_str!("../models/strtok_r.c")),
    ("strtol", include_str!("../models/strtol.c")),
    ("strtoll", include_str!("../models/strtoll.c")),
    ("strtoul", include_str!("../models/strtoul.c")),
    ("strtoull", include_str!("../models/strtoull.c")),
    ("sysconf", include_str!("../models/sysconf.c")),
    ("timespec_get", include_str!("../models/timespec_get.c")),
    ("tolower", include_str!("../models/tolower.c")),
    ("toupper", include_str!("../models/toupper.c")),
    ("write", include_str!("../models/write.c")),
];

/// Models that stand for parts of functions: `sema` composes calls of them. No program can name them.
const HELPERS: &[(&str, &str)] = &[
    ("put_text", include_str!("../models/helpers/put_text.c")),
    ("put_number", include_str!("../models/helpers/put_number.c")),
    ("put_end", include_str!("../models/helpers/put_end.c")),
    ("input_text", include_str!("../models/helpers/input_text.c")),
];

/// Functions that `sema` makes of others, and those others.
const MADE_OF: &[(&str, &[&str])] = &[
    ("sprintf", &["put_text", "put_number", "put_end"]),
    ("snprintf", &["put_text", "put_number", "put_end"]),
    ("scanf", &["input_text"]),
    ("fscanf", &["input_text"]),
    ("sscanf", &["input_text"]),
    ("add_overflow", &["__builtin_saddll_overflow", "__builtin_uaddll_overflow"]),
    ("sub_overflow", &["__builtin_ssubll_overflow", "__builtin_usubll_overflow"]),
    ("mul_overflow", &["__builtin_smulll_overflow", "__builtin_umulll_overflow"]),
    ("add_overflow_p", &["__builtin_saddll_overflow", "__builtin_uaddll_overflow"]),
    ("sub_overflow_p", &["__builtin_ssubll_overflow", "__builtin_usubll_overflow"]),
    ("mul_overflow_p", &["__builtin_smulll_overflow", "__builtin_umulll_overflow"]),
];

/// What models leave out or make up, one sentence for each group of functions.
const NOTES: &[(&[&str], &str)] = &[
    (&["strerror"], "strerror gives the same text for every number"),
    (&["getenv"], "getenv gives null, the empty string, or `1`"),
    (&["getpid", "getppid"], "getpid gives 2 and getppid 1"),
    (&["sysconf"], "sysconf gives 4096 as the size of a page and 2 for everything else"),
    (&["fopen", "open"], "a file that is opened is missing or one that is there, always the same one"),
    (&["getchar", "getc", "fgetc"], "a character that is read is EOF or any from 0 to 254"),
    (&["fgets"], "a line that is read is missing, empty, or `1`"),
    (&["fread", "read"], "reading from a file gives nothing, an error, or as many bytes 0 as are asked for"),
    (&["write", "fwrite"], "writing to a file writes nothing or everything"),
    (
        &["clock_gettime", "gettimeofday", "timespec_get"],
        "a clock advances by 0 or 1 seconds each time it is read, for each thread on its own",
    ),
    (&["__VERIFIER_nondet_pointer"], "__VERIFIER_nondet_pointer gives null or a pointer to no object"),
    (&["scanf", "fscanf", "sscanf"], "what scanf reads is any number; a text that it reads is empty or `1`"),
];

const PREFIX: &str = "__raddle_";

/// What a library function with a model is called in the model's text.
pub(crate) fn name(function: &str) -> Option<&'static str> {
    let exactly = MODELS.iter().find(|it| it.0 == function);
    let plain = function.strip_prefix("__builtin_");
    let (_, text) = exactly.or_else(|| MODELS.iter().find(|it| Some(it.0) == plain))?;
    defined_in(text)
}

/// The same for a part that no program can name.
pub(crate) fn helper(name: &str) -> Option<&'static str> {
    HELPERS.iter().find(|it| it.0 == name).and_then(|it| defined_in(it.1))
}

fn defined_in(text: &'static str) -> Option<&'static str> {
    let start = text.find(PREFIX)?;
    text[start..].split('(').next()
}

/// What has to be said of a model, if it is not exact.
pub(crate) fn note(function: &str) -> Option<&'static str> {
    NOTES.iter().find(|it| it.0.contains(&function)).map(|it| it.1)
}

/// Whether a function is a model.
pub(crate) fn is_model(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// The name of a function as people know it.
pub(crate) fn shown(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

fn all() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    MODELS.iter().chain(HELPERS)
}

/// The text of a model, by the name of its file.
pub(crate) fn text(file: &str) -> Option<&'static str> {
    let name = file.strip_prefix('<')?.strip_suffix(".c>")?;
    all().find(|it| it.0 == name).map(|it| it.1)
}

/// The models of all functions that a text mentions, to be put behind it.
pub(crate) fn for_text(text: &str) -> String {
    let mut wanted: HashSet<&str> = HashSet::new();
    let mut unread = vec![text];
    while let Some(text) = unread.pop() {
        let mut words: HashSet<&str> = words(text).collect();
        let parts = MADE_OF.iter().filter(|it| words.contains(it.0)).flat_map(|it| it.1).copied();
        let helpers: Vec<&str> = parts.collect();
        words.retain(|it| MODELS.iter().any(|model| model.0 == *it));
        words.extend(helpers);
        // Models may call others.
        for (name, text) in all().filter(|it| words.contains(it.0)) {
            if wanted.insert(name) {
                unread.push(text);
            }
        }
    }
    let wanted = all().filter(|it| wanted.contains(it.0));
    wanted.map(|(name, text)| format!("\n# 1 \"<{name}.c>\"\n{text}")).collect()
}

/// The names in a text, with and without the prefix of builtins.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
    words.flat_map(|it| [it, it.strip_prefix("__builtin_").unwrap_or(it)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_defines_its_function() {
        for (function, text) in all() {
            assert_eq!(name(function).or(helper(function)), Some(format!("{PREFIX}{function}").as_str()));
            assert_eq!(text.matches(PREFIX).count(), 1, "{function}");
        }
        assert_eq!(name("__builtin_memcpy"), Some("__raddle_memcpy"));
        assert_eq!(name("memfrob"), None);
    }

    #[test]
    fn only_what_is_mentioned_is_added() {
        assert_eq!(for_text("int main(void) { return 0; }"), "");
        assert!(for_text("strlen(s)").starts_with("\n# 1 \"<strlen.c>\"\nstatic unsigned long __raddle_strlen("));
        assert_eq!(text("<strlen.c>").map(|it| it.lines().count()), Some(5));
    }
}
