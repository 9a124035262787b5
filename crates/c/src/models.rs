//! Functions of the library that are written in C: copying, comparing and searching bytes and strings.
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
];

const PREFIX: &str = "__raddle_";

/// What a library function with a model is called in the model's text.
pub(crate) fn name(function: &str) -> Option<&'static str> {
    let function = function.strip_prefix("__builtin_").unwrap_or(function);
    let (_, text) = MODELS.iter().find(|it| it.0 == function)?;
    let start = text.find(PREFIX)?;
    text[start..].split('(').next()
}

/// Whether a function is a model.
pub(crate) fn is_model(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// The name of a function as people know it.
pub(crate) fn shown(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

/// The text of a model, by the name of its file.
pub(crate) fn text(file: &str) -> Option<&'static str> {
    let name = file.strip_prefix('<')?.strip_suffix(".c>")?;
    MODELS.iter().find(|it| it.0 == name).map(|it| it.1)
}

/// The models of all functions that a text mentions, to be put behind it.
pub(crate) fn for_text(text: &str) -> String {
    let mut wanted = vec![false; MODELS.len()];
    let mut unread = vec![text];
    while let Some(text) = unread.pop() {
        let words: HashSet<&str> = words(text).collect();
        for (index, (name, text)) in MODELS.iter().enumerate() {
            // Models may call others.
            if !wanted[index] && words.contains(name) {
                wanted[index] = true;
                unread.push(text);
            }
        }
    }
    let wanted = MODELS.iter().zip(wanted).filter(|it| it.1);
    wanted.map(|((name, text), _)| format!("\n# 1 \"<{name}.c>\"\n{text}")).collect()
}

/// The names in a text, without the prefix of builtins.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
    words.map(|it| it.strip_prefix("__builtin_").unwrap_or(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_defines_its_function() {
        for (function, text) in MODELS {
            assert_eq!(name(function), Some(format!("{PREFIX}{function}").as_str()));
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
