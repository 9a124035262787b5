//! What of a program is not supported, not defined, or approximated: all of it in one go.

use crate::{Failure, Input, Loaded, Options, codes, load_inputs, parse, reading, sema};
use source::{Code, Diagnostics, Severity, Sources, Span};

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// The files that it is in.
    pub sources: Sources,
    /// In the order of the text.
    pub findings: Vec<Finding>,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Where it is.
    pub span: Span,
    /// What kind of finding it is.
    pub kind: Kind,
    /// Whether it is in code that `main` leads to. Nothing else matters for a check.
    pub reached: bool,
    /// The code of the diagnostic, if there is one.
    pub code: Option<Code>,
    /// One sentence.
    pub message: String,
}

/// Kinds of findings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The program cannot be checked because of it.
    Unsupported,
    /// It can be checked if externals are given a meaning.
    Undefined,
    /// It can be checked, and the verdict says what was assumed.
    Approximated,
}

/// Reads a program as far as possible and lists what is not taken as it is.
pub fn survey(inputs: &[Input<'_>], options: &Options) -> Survey {
    let looked = parse::on_large_stack(|| look(inputs, options));
    looked.unwrap_or_else(|_| Survey { sources: Sources::new(), findings: Vec::new() })
}

fn look(inputs: &[Input<'_>], options: &Options) -> Survey {
    let mut diagnostics = Diagnostics::new();
    let parsed =
        reading::read(inputs, options, &mut diagnostics).and_then(|it| it.parse(&options.may_fail, &mut diagnostics));
    let (surveyed, sources) = match parsed {
        Ok(parsed) => sema::survey(parsed, options, &mut diagnostics),
        Err(sources) => {
            let reached = (0, usize::MAX);
            (sema::Surveyed { approximated: Vec::new(), reached }, sources)
        }
    };
    let (notes, errors) = surveyed.reached;
    let mut survey = Survey { sources, findings: Vec::new() };
    survey.add_errors(&diagnostics, errors);
    for (index, (span, message)) in surveyed.approximated.into_iter().enumerate() {
        let kind = Kind::Approximated;
        survey.findings.push(Finding { span, kind, reached: index < notes, code: None, message });
    }
    survey.finish(inputs, options);
    survey
}

impl Survey {
    /// Whether the program can be checked as it is.
    pub fn is_supported(&self) -> bool {
        !self.findings.iter().any(|it| it.reached && it.kind != Kind::Approximated)
    }

    fn add_errors(&mut self, diagnostics: &Diagnostics, reached: usize) {
        for (index, it) in diagnostics.iter().enumerate().filter(|it| it.1.severity == Severity::Error) {
            let undefined = [codes::UNKNOWN_FUNCTION, codes::NOT_DEFINED].contains(&it.code);
            let kind = if undefined { Kind::Undefined } else { Kind::Unsupported };
            let (span, message) = (it.span, it.message.clone());
            self.findings.push(Finding { span, kind, reached: index < reached, code: Some(it.code), message });
        }
    }

    /// What comes to light only when all is put together.
    fn finish(&mut self, inputs: &[Input<'_>], options: &Options) {
        if self.is_supported() {
            match load_inputs(inputs, options) {
                Err(Failure { diagnostics, sources }) => {
                    self.sources = sources;
                    self.findings.clear();
                    self.add_errors(&diagnostics, usize::MAX);
                }
                Ok(Loaded { program, .. }) => {
                    for message in program.approximations {
                        if !self.findings.iter().any(|it| it.message == message) {
                            let (span, kind) = (Span::NONE, Kind::Approximated);
                            self.findings.push(Finding { span, kind, reached: true, code: None, message });
                        }
                    }
                }
            }
        }
        self.findings.sort_by(|a, b| (a.span, a.kind, &a.message).cmp(&(b.span, b.kind, &b.message)));
        self.findings.dedup();
    }
}
