//! Functions of the library that are written in C: copying, comparing and searching bytes and strings; condition
//! variables, semaphores and the like on top of a few operations of the machine; what is exact of floating point.
//!
//! A file of models is put behind the preprocessed text if the program mentions one of its functions, under names that no
//! program uses; the calls are led there by `sema`. So the parser and the checks treat it like code of the program. A
//! function `f` of the library is `__raddle_f` there, at the beginning of a line, `static`.
//! The bytes of memory and strings are read and written in ascending order, in words where all operands are aligned to words.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Name and text of each file.
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
    ("math", include_str!("../models/math.c")),
];

/// What comes before all models.
const ORDERS: (&str, &str) = ("orders", include_str!("../models/orders.c"));

const PREFIX: &str = "__raddle_";

/// What each library function with a model is called in the models.
static DEFINED: LazyLock<HashMap<&'static str, &'static str>> =
    LazyLock::new(|| MODELS.iter().flat_map(|it| defined(it.1)).map(|it| (shown(it), it)).collect());

/// The functions that a text of models defines.
fn defined(text: &'static str) -> impl Iterator<Item = &'static str> {
    let definitions = text.lines().filter(|it| it.starts_with("static ") && it.contains(") {"));
    definitions.filter_map(|it| it[it.find(PREFIX)?..].split('(').next())
}

/// What a library function with a model is called in the model's text.
pub(crate) fn name(function: &str) -> Option<&'static str> {
    DEFINED.get(function.strip_prefix("__builtin_").unwrap_or(function)).copied()
}

/// Whether a function is a model.
pub(crate) fn is_model(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// The name of a function as people know it.
pub(crate) fn shown(name: &str) -> &str {
    // What is behind two underscores is for the models alone.
    name.strip_prefix(PREFIX).filter(|it| !it.starts_with('_')).unwrap_or(name)
}

/// The text of a model, by the name of its file.
pub(crate) fn text(file: &str) -> Option<&'static str> {
    let name = file.strip_prefix('<')?.strip_suffix(".c>")?;
    MODELS.iter().find(|it| it.0 == name).map(|it| it.1)
}

/// The models of all functions that a program mentions, to be put behind its text, and those that these mention. What is in
/// our own headers, in that directory, does not count.
pub(crate) fn for_text(text: &str, headers: Option<&str>) -> String {
    let own = own_text(text, headers);
    let mentioned = |text: &str, model: &'static str| defined(model).any(|it| text.contains(shown(it)));
    let (mut taken, mut rest): (Vec<_>, Vec<_>) = MODELS.iter().partition(|it| mentioned(&own, it.1));
    let mut next = 0;
    while let Some((_, text)) = taken.get(next) {
        let (more, others) = rest.into_iter().partition(|it| mentioned(text, it.1));
        taken.extend::<Vec<_>>(more);
        rest = others;
        next += 1;
    }
    if !taken.is_empty() {
        taken.insert(0, ORDERS);
    }
    taken.iter().map(|(name, text)| format!("\n# 1 \"<{name}.c>\"\n{text}")).collect()
}

/// A preprocessed text without what comes from our own headers.
fn own_text(text: &str, headers: Option<&str>) -> String {
    let Some(headers) = headers else { return text.to_owned() };
    let mut is_own = true;
    let mut own = String::new();
    for line in text.lines() {
        if line.starts_with("# ") {
            is_own = !line.contains(headers);
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
        assert_eq!(name("memfrob"), None);
    }

    #[test]
    fn only_what_is_mentioned_is_added() {
        assert_eq!(for_text("int main(void) { return 0; }", None), "");
        assert!(for_text("strlen(s)", None).contains("\n# 1 \"<strlen.c>\"\nstatic unsigned long __raddle_strlen("));
        assert_eq!(text("<strlen.c>").map(|it| it.lines().count()), Some(5));
    }

    #[test]
    fn headers_mention_nothing_and_models_do() {
        let text = "# 1 \"/h/string.h\"\nint strlen();\n# 1 \"a.c\"\nint main(void) { call_once(); }\n";
        let models = for_text(text, Some("/h"));
        assert!(!models.contains("strlen.c") && models.contains("<threads.c>") && models.contains("<pthread_once.c>"));
    }
}
