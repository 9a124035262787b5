//! HTML and SVG that is being written. Whatever comes from a program passes through here and is escaped on its way: names
//! of elements and attributes are literals of ours, everything else is text.

use std::fmt::{Display, Write};

/// A piece of a page.
#[derive(Debug, Default)]
pub struct Markup {
    text: String,
    /// The elements that are open, from the outside in.
    open: Vec<&'static str>,
}

/// What an element has: names of ours, values of anybody.
pub type Attributes<'a> = &'a [(&'static str, &'a dyn Display)];

impl Markup {
    /// Nothing yet.
    pub fn new() -> Markup {
        Markup::default()
    }

    /// Begins an element, which ends with [`Markup::close`].
    pub fn open(&mut self, name: &'static str, attributes: Attributes<'_>) -> &mut Markup {
        self.tag(name, attributes);
        self.open.push(name);
        self
    }

    /// Ends the element that was begun last.
    pub fn close(&mut self) -> &mut Markup {
        let name = self.open.pop().expect("an element is closed once");
        let _ = write!(self.text, "</{name}>");
        if breaks_lines(name) {
            self.text.push('\n');
        }
        self
    }

    /// An element with nothing but text in it.
    pub fn element(&mut self, name: &'static str, attributes: Attributes<'_>, text: &str) -> &mut Markup {
        self.open(name, attributes).text(text).close()
    }

    /// An element that never has anything in it: `<br>`, or a shape of a drawing.
    pub fn empty(&mut self, name: &'static str, attributes: Attributes<'_>) -> &mut Markup {
        self.tag(name, attributes);
        // What HTML knows as empty is not closed; drawings need it.
        if !matches!(name, "br" | "meta" | "input" | "link") {
            let _ = write!(self.text, "</{name}>");
        }
        self
    }

    /// Text.
    pub fn text(&mut self, text: &str) -> &mut Markup {
        escape(&mut self.text, text);
        self
    }

    /// Text in which what stands between `backquotes` is code.
    pub fn prose(&mut self, text: &str) -> &mut Markup {
        for (index, part) in text.split('`').enumerate() {
            match index % 2 {
                0 => self.text(part),
                _ => self.element("code", &[], part),
            };
        }
        self
    }

    /// Another piece.
    pub fn append(&mut self, piece: Markup) -> &mut Markup {
        self.text.push_str(&piece.finish());
        self
    }

    /// A style sheet or script of ours, or data; it must not end the element that it is in.
    pub fn verbatim(&mut self, text: &str) -> &mut Markup {
        assert!(!text.contains("</"), "a script or style cannot end its own element");
        self.text.push_str(text);
        self
    }

    /// What was written.
    pub fn finish(self) -> String {
        assert!(self.open.is_empty(), "every element is closed: {:?}", self.open);
        self.text
    }

    fn tag(&mut self, name: &'static str, attributes: Attributes<'_>) {
        let _ = write!(self.text, "<{name}");
        for (attribute, value) in attributes {
            let _ = write!(self.text, " {attribute}=\"");
            escape(&mut self.text, &value.to_string());
            self.text.push('"');
        }
        self.text.push('>');
    }
}

/// Whether a line may end behind an element without a space being seen.
fn breaks_lines(name: &str) -> bool {
    matches!(
        name,
        "div" | "section" | "header" | "main" | "li" | "ol" | "ul" | "tr" | "table" | "p" | "g" | "svg" | "dl"
    )
}

/// Turns every character that means something in HTML into one that does not. Control characters, which HTML does not
/// allow at all, are shown as the signs that Unicode has for them.
fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(character),
            '\u{7f}' => out.push('\u{2421}'),
            it if it < ' ' => out.push(char::from_u32(0x2400 + u32::from(it)).unwrap_or('\u{fffd}')),
            it if it.is_control() || is_direction(it) => out.push('\u{fffd}'),
            it => out.push(it),
        }
    }
}

/// Characters that change the direction of what follows, and so can make a program look like another one.
fn is_direction(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// With a capital letter at the beginning, as a sentence has.
pub fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// JSON that can stand in a script element: nothing in it begins a tag or a comment.
pub fn json(value: &serde_json::Value) -> String {
    let mut text = String::new();
    for character in value.to_string().chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(text, "\\u{:04x}", u32::from(character));
            }
            it => text.push(it),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut markup = Markup::new();
        markup.text(text);
        markup.finish()
    }

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(
            escaped("</script><img onerror=\"x('&')\">"),
            "&lt;/script&gt;&lt;img onerror=&quot;x(&#39;&amp;&#39;)&quot;&gt;"
        );
        let mut markup = Markup::new();
        markup.element("a", &[("title", &"\"><b>")], "x");
        assert_eq!(markup.finish(), "<a title=\"&quot;&gt;&lt;b&gt;\">x</a>");
    }

    #[test]
    fn characters_that_pages_cannot_have_are_shown() {
        assert_eq!(escaped("a\0b\u{1b}[1m\u{7f}\u{85}\tc\n"), "a\u{2400}b\u{241b}[1m\u{2421}\u{fffd}\tc\n");
        assert_eq!(escaped("/*\u{202e} } */"), "/*\u{fffd} } */");
    }

    #[test]
    fn data_cannot_end_its_script() {
        let value = serde_json::json!({ "a": "</script><!-- & \u{2028} ü" });
        let text = json(&value);
        assert!(!text.contains(['<', '>', '&', '\u{2028}']), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), value);
    }

    #[test]
    fn code_in_prose_is_code() {
        let mut markup = Markup::new();
        markup.prose("mutex `a<b>` is held");
        assert_eq!(markup.finish(), "mutex <code>a&lt;b&gt;</code> is held");
    }

    #[test]
    #[should_panic(expected = "cannot end its own element")]
    fn a_script_that_ends_itself_is_a_mistake_of_ours() {
        Markup::new().verbatim("let x = '</script>';");
    }
}
