//! Functions of the library that are written in C: bytes and strings, numbers in texts, sorting, files, clocks, what is
//! exact of floating point; condition variables, semaphores and the like on top of a few operations of the machine.
//!
//! A file of models is put behind the program if that mentions one of its functions, under names that no program uses; the
//! calls are led there by `sema`. So the parser and the checks treat it like code of the program. A function `f` of the
//! library is `__raddle_f` there, `static`, at the beginning of a line; what begins with `__raddle__` is for models alone.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Name and text of each file.
const MODELS: &[(&str, &str)] = &[
    ("memory", include_str!("../models/memory.c")),
    ("strings", include_str!("../models/strings.c")),
    ("ctype", include_str!("../models/ctype.c")),
    ("numbers", include_str!("../models/numbers.c")),
    ("sorting", include_str!("../models/sorting.c")),
    ("bits", include_str!("../models/bits.c")),
    ("overflow", include_str!("../models/overflow.c")),
    ("formatted", include_str!("../models/formatted.c")),
    ("files", include_str!("../models/files.c")),
    ("clocks", include_str!("../models/clocks.c")),
    ("times", include_str!("../models/times.c")),
    ("texts", include_str!("../models/texts.c")),
    ("system", include_str!("../models/system.c")),
    ("verifier", include_str!("../models/verifier.c")),
    ("math", include_str!("../models/math.c")),
    ("threads", include_str!("../models/threads.c")),
    ("pthread_cond", include_str!("../models/pthread_cond.c")),
    ("pthread_rwlock", include_str!("../models/pthread_rwlock.c")),
    ("pthread_barrier", include_str!("../models/pthread_barrier.c")),
    ("pthread_once", include_str!("../models/pthread_once.c")),
    ("pthread_key", include_str!("../models/pthread_key.c")),
    ("pthread_cleanup", include_str!("../models/pthread_cleanup.c")),
    ("pthread_attr", include_str!("../models/pthread_attr.c")),
    ("pthread_timedlock", include_str!("../models/pthread_timedlock.c")),
    ("semaphore", include_str!("../models/semaphore.c")),
    ("values", include_str!("../models/values.c")),
    ("failures", include_str!("../models/failures.c")),
];

/// What comes before all models.
const ORDERS: (&str, &str) = ("orders", include_str!("../models/orders.c"));

/// Functions that `sema` makes of others, and those others.
const MADE_OF: &[(&str, &str)] = &[
    ("free", "__raddle__value_free"),
    ("malloc", "__raddle__value_free"),
    ("exit", "__raddle__value_free"),
    ("abort", "__raddle__value_free"),
    ("pthread_exit", "__raddle__value_free"),
    ("pthread_mutex_lock", "__raddle__value_free"),
    ("pthread_mutex_unlock", "__raddle__value_free"),
    ("puts", "__raddle__value_free"),
    ("aligned_alloc", "__raddle__is_alignment"),
    ("memalign", "__raddle__is_alignment"),
    ("posix_memalign", "__raddle__is_alignment"),
    ("printf", "__raddle__look_at_text"),
    ("fprintf", "__raddle__look_at_text"),
    ("dprintf", "__raddle__look_at_text"),
    ("puts", "__raddle__look_at_text"),
    ("fputs", "__raddle__look_at_text"),
    ("perror", "__raddle__look_at_text"),
    ("sprintf", "__raddle__put_text"),
    ("snprintf", "__raddle__put_text"),
    ("scanf", "__raddle__input_text"),
    ("fscanf", "__raddle__input_text"),
    ("sscanf", "__raddle__input_text"),
    ("__builtin_add_overflow", "__builtin_sadd_overflow"),
    ("__builtin_sub_overflow", "__builtin_sadd_overflow"),
    ("__builtin_mul_overflow", "__builtin_sadd_overflow"),
    ("__builtin_add_overflow_p", "__builtin_sadd_overflow"),
    ("__builtin_sub_overflow_p", "__builtin_sadd_overflow"),
    ("__builtin_mul_overflow_p", "__builtin_sadd_overflow"),
];

/// What models leave out or make up, one sentence for each group of functions.
const NOTES: &[(&[&str], &str)] = &[
    (&["strerror"], "strerror gives the same text for every number"),
    (&["getenv"], "getenv gives null, the empty string, or `1`, for a name always the same"),
    (&["getpid", "getppid"], "getpid gives 2 and getppid 1"),
    (&["sysconf"], "sysconf gives 4096 as the size of a page and 2 for everything else"),
    (&["fopen", "open"], "a file that is opened is missing or one that is there, always the same one"),
    (&["getchar", "getc", "fgetc"], "a character that is read is EOF or any from 0 to 254"),
    (&["fgets"], "a line that is read is missing, empty, or `1`"),
    (&["fread", "read"], "reading from a file gives nothing, an error, or as many bytes 0 as are asked for"),
    (&["write", "fwrite"], "writing to a file writes nothing or everything"),
    (
        &["clock_gettime", "gettimeofday", "timespec_get", "time", "clock"],
        "a clock advances by 0 or 1 seconds each time it is read",
    ),
    (&["__VERIFIER_nondet_pointer"], "__VERIFIER_nondet_pointer gives null or a pointer to no object"),
    (&["scanf", "fscanf", "sscanf"], "what scanf reads is any number; a text that it reads is empty or `1`"),
];

const PREFIX: &str = "__raddle_";

/// What each function is called in the models.
static DEFINED: LazyLock<HashMap<&'static str, &'static str>> =
    LazyLock::new(|| MODELS.iter().flat_map(|it| defined(it.1)).map(|it| (shown(it), it)).collect());

/// The functions that a text of models defines.
fn defined(text: &'static str) -> impl Iterator<Item = &'static str> {
    let definitions = text.lines().filter(|it| it.starts_with("static ") && !it.ends_with(';'));
    definitions.filter_map(|it| it[it.find(PREFIX)?..].split('(').next())
}

/// What a library function with a model is called in the model's text.
pub(crate) fn name(function: &str) -> Option<&'static str> {
    let plain = || DEFINED.get(function.strip_prefix("__builtin_")?);
    DEFINED.get(function).or_else(plain).copied()
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
    let is_known = |it: &&str| !it.starts_with('_') || it.starts_with("__");
    name.strip_prefix(PREFIX).filter(is_known).unwrap_or(name)
}

/// What begins the name of a model that does what a function of the library does, or fails.
const FAILING: &str = "__raddle__failing_";

/// The functions that can be made to fail.
pub(crate) fn that_may_fail() -> impl Iterator<Item = &'static str> {
    MODELS.iter().flat_map(|it| defined(it.1)).filter_map(|it| it.strip_prefix(FAILING))
}

/// The model that does what a function of the library does, or fails.
pub(crate) fn failing(function: &str) -> Option<&'static str> {
    let plain = function.strip_prefix("__builtin_").unwrap_or(function);
    name(&format!("{FAILING}{plain}"))
}

/// The text of a model, by the name of its file.
pub(crate) fn text(file: &str) -> Option<&'static str> {
    let name = file.strip_prefix('<')?.strip_suffix(".c>")?;
    MODELS.iter().chain([&ORDERS]).find(|it| it.0 == name).map(|it| it.1)
}

/// The models of all functions that a program mentions, to be put behind its text, and those that these mention. What is in
/// our own headers, in these directories, does not count. Some functions may fail.
pub(crate) fn for_text(text: &str, headers: &[String], may_fail: &[String]) -> String {
    let mut own = own_text(text, headers);
    if !may_fail.is_empty() {
        own.push_str(FAILING);
        own.push_str("malloc");
    }
    let mut taken: Vec<&(&str, &str)> = Vec::new();
    let mut unread: Vec<&str> = vec![&own];
    while let Some(text) = unread.pop() {
        let mut words: HashSet<&str> = words(text).collect();
        let parts: Vec<&str> = MADE_OF.iter().filter(|it| words.contains(it.0)).map(|it| it.1).collect();
        words.extend(parts);
        for model in MODELS {
            if !taken.contains(&model) && defined(model.1).any(|it| words.contains(shown(it))) {
                taken.push(model);
                unread.push(model.1);
            }
        }
    }
    taken.sort();
    let orders = (!taken.is_empty()).then_some(&ORDERS);
    let models = orders.into_iter().chain(taken).map(|(name, text)| format!("\n# 1 \"<{name}.c>\"\n{text}")).collect();
    with_mistakes(models)
}

/// The models, with the mistakes in them that are planted.
fn with_mistakes(models: String) -> String {
    let mistakes = [
        (planted::bug!(StrangersUnlockForReaders), "if (own == 0) {", "if (0) {"),
        (planted::bug!(DestroyedLocksForgotten), "if (readers == __raddle__rw_destroyed)", "if (0)"),
        (planted::bug!(WritersWaitForThemselves), "if (__raddle__rw_is_own(it)) return 35;", ""),
        (planted::bug!(FullSemaphoresTakeMore), "if (before <= 0xfffffffdu) return 0;", "return 0;"),
        (planted::bug!(ZeroIsABarrier), "if (count == 0) __raddle_misuse", "if (0) __raddle_misuse"),
        (
            planted::bug!(KeysOutliveThemselves),
            "if (destructor == __raddle__no_key) __raddle_misuse",
            "if (0) __raddle_misuse",
        ),
    ];
    mistakes.iter().filter(|it| it.0).fold(models, |models, it| models.replace(it.1, it.2))
}

/// The names in a text, with and without the prefix of builtins.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
    words.flat_map(|it| [it, it.strip_prefix("__builtin_").unwrap_or(it)])
}

/// A preprocessed text without what comes from our own headers.
fn own_text(text: &str, headers: &[String]) -> String {
    let mut is_own = true;
    let mut own = String::new();
    for line in text.lines() {
        if line.starts_with("# ") {
            is_own = !headers.iter().any(|it| line.contains(it.as_str()));
        } else if is_own {
            own.push_str(line);
            own.push('\n');
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_in_one_model() {
        let all: Vec<_> = MODELS.iter().flat_map(|it| defined(it.1)).collect();
        for (file, text) in MODELS {
            assert!(defined(text).next().is_some(), "{file}");
        }
        for function in &all {
            assert_eq!(all.iter().filter(|it| *it == function).count(), 1, "{function}");
            assert_eq!(name(shown(function)), Some(*function));
        }
        assert_eq!(name("__builtin_memcpy"), Some("__raddle_memcpy"));
        assert_eq!(name("__errno_location"), Some("__raddle___errno_location"));
        assert_eq!(name("__raddle__put_text"), Some("__raddle__put_text"));
        assert_eq!((name("memfrob"), name("put_text")), (None, None));
    }

    #[test]
    fn only_what_is_mentioned_is_added() {
        assert_eq!(for_text("int main(void) { return 0; }", &[], &[]), "");
        let strings = for_text("strlen(s)", &[], &[]);
        assert!(strings.contains("\n# 1 \"<strings.c>\"\n") && strings.contains(" __raddle_strlen("));
        assert!(text("<strings.c>").is_some_and(|it| strings.contains(it)));
    }

    #[test]
    fn headers_mention_nothing_and_models_do() {
        let text = "# 1 \"/h/string.h\"\nint strlen();\n# 1 \"a.c\"\nint main(void) { call_once(); }\n";
        let models = for_text(text, &["/h".to_owned()], &[]);
        assert!(!models.contains("strings.c") && models.contains("<threads.c>") && models.contains("<pthread_once.c>"));
    }

    #[test]
    fn what_is_made_of_parts_brings_them() {
        assert!(for_text("sprintf(s, f)", &[], &[]).contains("__raddle__put_end"));
        for (_, part) in MADE_OF {
            assert!(name(part).is_some(), "{part}");
        }
    }
}
