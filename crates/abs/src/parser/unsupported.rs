//! What other tools for the language know and this one does not: product lines, traits, components, `recover`.
//!
//! Each is reported once, at its keyword, and skipped to its end, so that nothing else is said about it.

use super::{Failed, Parser};
use crate::lexer::Kind;
use crate::syntax::Name;
use source::Code;

const PRODUCT_LINES: Code = Code("A0501");
const TRAITS: Code = Code("A0502");
const COMPONENTS: Code = Code("A0503");
const RECOVERY: Code = Code("A0504");

const PRODUCT_LINE_WORDS: [&str; 5] = ["delta", "productline", "product", "root", "extension"];

impl Parser<'_, '_> {
    pub(super) fn at_unsupported_declaration(&self) -> bool {
        let token = self.token();
        token.kind == Kind::Lower && (token.text == "trait" || PRODUCT_LINE_WORDS.contains(&token.text))
    }

    /// Reports one declaration and goes behind it.
    pub(super) fn unsupported_declaration(&mut self) {
        let token = self.token();
        let (code, what) = match token.text {
            "delta" => (PRODUCT_LINES, "a delta"),
            "trait" => (TRAITS, "a trait"),
            "productline" | "product" => (PRODUCT_LINES, "a product line"),
            _ => (PRODUCT_LINES, "a feature model"),
        };
        self.report(code, token.span, format!("{what} is not supported"), None);
        self.bump();
        match token.text {
            "delta" => self.skip_until(&["delta", "productline", "product", "root", "extension", "module"]),
            "productline" => self.skip_until(&["product", "root", "extension", "module"]),
            "product" => {
                self.skip_until(&[";"]);
                self.accept(";");
            }
            "trait" => self.skip_trait(),
            _ => {
                // A feature: its name, and what it consists of.
                self.bump();
                self.skip_brackets();
            }
        }
    }

    /// Goes behind brackets with all that is in them; whether they begin here.
    fn skip_brackets(&mut self) -> bool {
        match self.closing[self.position] {
            0 => false,
            close => {
                self.position = close + 1;
                true
            }
        }
    }

    fn skip_until(&mut self, words: &[&str]) {
        while self.kind() != Kind::End && !words.iter().any(|it| self.at(it)) {
            if !self.skip_brackets() {
                self.bump();
            }
        }
    }

    /// `trait T = { … } adds { … }`: a block that nothing announces is the main block.
    fn skip_trait(&mut self) {
        while self.kind() != Kind::End && !self.at_declaration() && !self.at_unsupported_declaration() {
            let announced =
                self.previous().is_some_and(|it| ["=", "adds", "modifies", "removes", ")"].contains(&it.text));
            if self.at("{") && !announced {
                return;
            }
            if !self.skip_brackets() {
                self.bump();
            }
        }
    }

    /// A part of a class or interface; whether there was one. A modifier is skipped without what follows it.
    pub(super) fn unsupported_member(&mut self) -> bool {
        let token = self.token();
        if token.kind != Kind::Lower {
            return false;
        }
        match token.text {
            "uses" => {
                self.report(TRAITS, token.span, "a trait is not supported".to_owned(), None);
                self.skip_until(&[";", "}"]);
            }
            "recover" => {
                self.report(RECOVERY, token.span, "`recover` is not supported".to_owned(), None);
                self.bump();
                self.skip_brackets();
            }
            "port" => {
                self.report(COMPONENTS, token.span, "a port of a component is not supported".to_owned(), None);
                self.skip_until(&[";", "}"]);
            }
            "critical" => {
                self.report(COMPONENTS, token.span, "a critical section is not supported".to_owned(), None);
                self.bump();
            }
            _ => return false,
        }
        true
    }

    /// `rebind o.p = e;`, `movecogto e;`
    pub(super) fn unsupported_statement(&mut self) -> Failed {
        let token = self.token();
        self.report(COMPONENTS, token.span, format!("`{}` is not supported", token.text), None);
        Failed
    }

    /// `original(…)`, the method before a delta changed it.
    pub(super) fn unsupported_original(&mut self, name: &Name) {
        self.report(PRODUCT_LINES, name.span, "`original` belongs to deltas, which are not supported".to_owned(), None);
    }
}
