//! From the files of a program to one text, and from that to the parser's trees.
//!
//! Several files are one program. Their preprocessed texts stand one behind the other, with line markers between them, so
//! that an offset says which file it is in; each is parsed alone, with blanks in place of everything before it. The
//! models of library functions are the last of these texts.

use crate::lines::Lines;
use crate::prepass::{self, Prepared};
use crate::{Input, Options, models, parse, preprocess};
use lang_c::ast::TranslationUnit;
use source::{Diagnostics, Sources};
use std::ops::Range;

/// The text of a program and where it comes from.
pub(crate) struct Read {
    text: String,
    /// One per file, and one for the models, if there are any.
    parts: Vec<Part>,
    /// How the first file is called.
    name: String,
    /// Where our own headers were written for each file.
    headers: Vec<String>,
    sources: Sources,
}

/// One file in the text.
struct Part {
    range: Range<usize>,
    /// Where bytes were not UTF-8.
    bad: Vec<usize>,
}

/// The trees of all files.
pub(crate) struct Parsed {
    pub units: Vec<TranslationUnit>,
    /// How many of them are the user's; the rest is models.
    pub files: usize,
    pub prepared: Prepared,
    pub lines: Lines,
}

/// Reads and preprocesses all files. What is wrong is reported; then only the sources are given back.
pub(crate) fn read(inputs: &[Input<'_>], options: &Options, diagnostics: &mut Diagnostics) -> Result<Read, Sources> {
    let mut sources = Sources::new();
    let mut read = Read {
        text: String::new(),
        parts: Vec::new(),
        name: String::new(),
        headers: Vec::new(),
        sources: Sources::new(),
    };
    let mut failed = false;
    for input in inputs {
        let (name, bytes, headers) = match *input {
            Input::Text(name, text) => (name.to_owned(), text.as_bytes().to_vec(), None),
            Input::Bytes(name, bytes) => (name.to_owned(), bytes.to_vec(), None),
            Input::File(path) => match preprocess::preprocess(path, options, &mut sources) {
                Ok(done) => (path.to_string_lossy().into_owned(), done.bytes, done.headers),
                Err(failures) => {
                    for failure in failures {
                        diagnostics.error(failure.code, failure.span, failure.message);
                    }
                    failed = true;
                    continue;
                }
            },
        };
        let (text, bad) = prepass::decode(bytes);
        if headers.is_none() {
            sources.add(&name, Some(text.clone()));
        }
        read.headers.extend(headers);
        if read.parts.is_empty() {
            read.name = name;
        } else {
            read.text.push_str(&format!("\n# 1 \"{}\"\n", name.replace('\\', "\\\\").replace('"', "\\\"")));
        }
        read.add(&text, bad);
    }
    read.sources = sources;
    if failed { Err(read.sources) } else { Ok(read) }
}

impl Read {
    fn add(&mut self, text: &str, bad: Vec<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.parts.push(Part { range: start..self.text.len(), bad: bad.into_iter().map(|it| it + start).collect() });
    }

    /// Parses every file; what is wrong is reported, in all of them.
    pub(crate) fn parse(mut self, may_fail: &[String], diagnostics: &mut Diagnostics) -> Result<Parsed, Sources> {
        let files = self.parts.len();
        let models = models::for_text(&self.text, &self.headers, may_fail);
        if !models.is_empty() {
            self.add(&models, Vec::new());
        }
        let mut whole = Prepared::default();
        let mut prepared = Vec::new();
        for part in &self.parts {
            let text = " ".repeat(part.range.start) + &self.text[part.range.clone()];
            prepared.push(prepass::prepare(&text, &part.bad));
        }
        let lines = Lines::new(self.text, &self.name, &self.headers, self.sources);
        let mut units = Vec::new();
        for mut part in prepared {
            units.extend(parse::parse(&mut part, &lines, diagnostics));
            whole.absorb(part);
        }
        match units.len() == self.parts.len() {
            true => Ok(Parsed { units, files, prepared: whole, lines }),
            false => Err(lines.into_sources()),
        }
    }
}
