//! The library of ABS: modules written in ABS, which are parsed and checked together with each program.
//!
//! Every module sees what `ABS.StdLib` exports without importing it, those of the library too. A function that is
//! `builtin` and is no [`Builtin`](crate::program::Builtin), and a class of the library, stand for something that cannot
//! be checked: they have a name and a type, so that a program may mention them, and using them is reported. Such classes
//! lack the methods of their interfaces.

/// The texts of the library with the names under which messages show them. `ABS.StdLib` is the first.
pub fn files() -> &'static [(&'static str, &'static str)] {
    &[
        ("library/stdlib.abs", include_str!("prelude/stdlib.abs")),
        ("library/scheduler.abs", include_str!("prelude/scheduler.abs")),
        ("library/deployment.abs", include_str!("prelude/deployment.abs")),
        ("library/meta.abs", include_str!("prelude/meta.abs")),
        ("library/foreign.abs", include_str!("prelude/foreign.abs")),
        ("library/smart_deploy.abs", include_str!("prelude/smart_deploy.abs")),
    ]
}

#[cfg(test)]
mod tests {
    use super::files;

    /// The names that follow a word at the beginning of a line, up to the next sign.
    fn exported(text: &str) -> impl Iterator<Item = &str> {
        let lists = text.lines().filter_map(|it| it.strip_prefix("export ")).filter(|it| !it.contains(" from "));
        lists.flat_map(|it| it.trim_end_matches(';').split(',')).map(str::trim).filter(|it| *it != "*")
    }

    #[test]
    fn what_is_exported_is_declared() {
        for (file, text) in files() {
            let body: String = text.lines().filter(|it| !it.starts_with("export ") && !it.starts_with("//")).collect();
            for name in exported(text) {
                let mut words = body.split(|it: char| !it.is_alphanumeric() && it != '_');
                assert!(words.any(|it| it == name), "{file} exports {name} and does not declare it");
            }
        }
    }

    #[test]
    fn each_file_is_one_module_and_brackets_match() {
        for (file, text) in files() {
            assert_eq!(text.lines().filter(|it| it.starts_with("module ")).count(), 1, "{file}");
            let code: String = text.lines().filter(|it| !it.starts_with("//")).collect();
            for (open, close) in [('(', ')'), ('{', '}')] {
                assert_eq!(code.matches(open).count(), code.matches(close).count(), "{open}{close} in {file}");
            }
        }
    }
}
