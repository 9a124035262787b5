//! Files that nothing points into are left out: the user's program and what its diagnostics mention remain, the dozens
//! of headers that the preprocessor went through do not. The file that was read stays the first.

use source::{Diagnostics, FileId, Sources, Span};

/// Leaves out the files that neither the program nor the warnings point into.
pub(crate) fn program(program: &mut ir::Program, warnings: &mut Diagnostics) {
    let mut used = Used::new(&program.sources);
    spans(program, |span| used.mark(*span));
    used.mark_all(warnings);
    let (sources, new) = used.keep(&program.sources);
    program.sources = sources;
    spans(program, |span| new.rename(span));
    *warnings = new.renamed(warnings);
}

/// Leaves out the files that no diagnostic points into.
pub(crate) fn diagnostics(sources: &mut Sources, diagnostics: &mut Diagnostics) {
    let mut used = Used::new(sources);
    used.mark_all(diagnostics);
    let (kept, new) = used.keep(sources);
    *sources = kept;
    *diagnostics = new.renamed(diagnostics);
}

/// Every position in a program.
fn spans(program: &mut ir::Program, mut visit: impl FnMut(&mut Span)) {
    program.globals.iter_mut().for_each(|it| visit(&mut it.span));
    for function in &mut program.functions {
        visit(&mut function.span);
        function.slots.iter_mut().for_each(|it| visit(&mut it.span));
        function.edges.iter_mut().for_each(|it| visit(&mut it.span));
    }
}

/// Which files are needed.
struct Used(Vec<bool>);

/// The new numbers of the files that are left.
struct New(Vec<Option<FileId>>);

impl Used {
    fn new(sources: &Sources) -> Used {
        let mut used = vec![false; sources.files().len()];
        used.iter_mut().take(1).for_each(|it| *it = true);
        Used(used)
    }

    fn mark(&mut self, span: Span) {
        if let Some(used) = self.0.get_mut(span.file.0 as usize).filter(|_| span.is_some()) {
            *used = true;
        }
    }

    fn mark_all(&mut self, diagnostics: &Diagnostics) {
        for diagnostic in diagnostics.iter() {
            self.mark(diagnostic.span);
            diagnostic.notes.iter().for_each(|it| self.mark(it.span));
        }
    }

    fn keep(self, old: &Sources) -> (Sources, New) {
        let mut sources = Sources::new();
        let keep = |(file, used): (&source::SourceFile, bool)| used.then(|| sources.add(&file.name, file.text.clone()));
        let new = old.files().iter().zip(self.0).map(keep).collect();
        (sources, New(new))
    }
}

impl New {
    fn rename(&self, span: &mut Span) {
        if let Some(Some(file)) = self.0.get(span.file.0 as usize) {
            span.file = *file;
        }
    }

    fn renamed(&self, old: &Diagnostics) -> Diagnostics {
        let mut new = Diagnostics::new();
        for diagnostic in old.iter() {
            let at = |mut span: Span| {
                self.rename(&mut span);
                span
            };
            let added = match diagnostic.severity {
                source::Severity::Error => new.error(diagnostic.code, at(diagnostic.span), &diagnostic.message),
                source::Severity::Warning => new.warning(diagnostic.code, at(diagnostic.span), &diagnostic.message),
            };
            for note in &diagnostic.notes {
                added.note(at(note.span), &note.message);
            }
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Options, load_input};

    fn names(sources: &source::Sources) -> Vec<&str> {
        sources.files().iter().map(|it| it.name.as_str()).collect()
    }

    #[test]
    fn only_files_that_something_points_into_are_kept() {
        let text = "# 1 \"<built-in>\"\n# 1 \"a.h\" 1\nextern int unused;\n# 1 \"b.h\" 1\nint x;\n# 1 \"m.c\" 2\n\
                    int main(void) { return x; }\n";
        let loaded = load_input(Input::Text("m.c", text), &Options::default()).expect("it is fine");
        assert_eq!(names(&loaded.program.sources), ["m.c", "b.h"]);
        assert_eq!(loaded.program.sources.describe(loaded.program.globals[0].span), "b.h:1:5");
        let text = text.replace("return x", "return y");
        let failure = load_input(Input::Text("m.c", &text), &Options::default()).expect_err("y is not declared");
        assert_eq!(names(&failure.sources), ["m.c"]);
    }
}
