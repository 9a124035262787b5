//! A part of a YAML document, and complaints about it at its line.

use super::Wrong;
use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};

/// A part of a document.
#[derive(Clone, Debug)]
pub struct Node<'y> {
    yaml: MarkedYaml<'y>,
    line: usize,
}

/// A mapping whose keys are known.
pub struct Mapping<'y> {
    pairs: Vec<(String, Node<'y>)>,
    line: usize,
}

/// No line begins further to the right. Lists in lists take a column each, and the parser a piece of the stack.
const WIDEST_MARGIN: usize = 500;

/// The one document of a text.
pub fn document(text: &str) -> Result<Node<'_>, Wrong> {
    let is_margin = |it: char| matches!(it, ' ' | '\t' | '-' | '?' | ':');
    let is_deep = |it: &str| it.find(|it| !is_margin(it)).unwrap_or(it.len()) > WIDEST_MARGIN;
    if let Some(line) = text.split(['\n', '\r']).position(is_deep) {
        return Err((line + 1, "not YAML that anybody writes: it is nested too deeply".to_owned()));
    }
    let mut documents = MarkedYaml::load_from_str(text)
        .map_err(|error| (error.marker().line(), format!("not YAML: {}", error.info())))?;
    match documents.len() {
        1 => Ok(Node::new(documents.remove(0))),
        0 => Err((1, "it is empty".to_owned())),
        _ => Err((1, "there is more than one document".to_owned())),
    }
}

impl<'y> Node<'y> {
    fn new(yaml: MarkedYaml<'y>) -> Node<'y> {
        let line = yaml.span.start.line().max(1);
        Node { yaml, line }
    }

    /// Where it begins.
    pub fn line(&self) -> usize {
        self.line
    }

    /// A complaint about it.
    pub fn wrong(&self, why: &str) -> Wrong {
        (self.line, why.to_owned())
    }

    /// The items of a list.
    pub fn list(&self, name: &str) -> Result<Vec<Node<'y>>, Wrong> {
        match &self.yaml.data {
            YamlData::Sequence(items) => Ok(items.iter().cloned().map(Node::new).collect()),
            _ => Err(self.wrong(&format!("{name} is a list"))),
        }
    }

    /// The keys and values of a mapping.
    pub fn pairs(&self, name: &str) -> Result<Vec<(String, Node<'y>)>, Wrong> {
        let YamlData::Mapping(mapping) = &self.yaml.data else {
            return Err(self.wrong(&format!("{name} is a mapping")));
        };
        let pair = |(key, value): (&MarkedYaml<'y>, &MarkedYaml<'y>)| {
            let key = Node::new(key.clone());
            let text = key.text("a key")?;
            // An empty value has no place of its own.
            let mut value = Node::new(value.clone());
            value.line = value.line.max(key.line);
            Ok((text, value))
        };
        mapping.iter().map(pair).collect()
    }

    /// A mapping that has all of some keys, and no others than these and some more.
    pub fn mapping(&self, name: &str, all: &[&str], more: &[&str]) -> Result<Mapping<'y>, Wrong> {
        let pairs = self.pairs(name)?;
        if let Some((key, node)) =
            pairs.iter().find(|it| !all.contains(&it.0.as_str()) && !more.contains(&it.0.as_str()))
        {
            return Err(node.wrong(&format!("{name} has no key `{key}`")));
        }
        if let Some(missing) = all.iter().find(|key| pairs.iter().all(|it| it.0 != **key)) {
            return Err(self.wrong(&format!("`{missing}` is missing")));
        }
        Ok(Mapping { pairs, line: self.line })
    }

    /// A string.
    pub fn text(&self, name: &str) -> Result<String, Wrong> {
        match &self.yaml.data {
            YamlData::Value(Scalar::String(text)) => Ok(text.clone().into_owned()),
            _ => Err(self.wrong(&format!("{name} is a string"))),
        }
    }

    /// A string, or what is taken for something else without quotes.
    pub fn any_text(&self, name: &str) -> Result<String, Wrong> {
        match &self.yaml.data {
            YamlData::Value(Scalar::Boolean(it)) => Ok(it.to_string()),
            YamlData::Value(Scalar::Integer(it)) => Ok(it.to_string()),
            _ => self.text(name),
        }
    }

    /// A natural number.
    pub fn number(&self, name: &str) -> Result<u32, Wrong> {
        let number = match &self.yaml.data {
            YamlData::Value(Scalar::Integer(number)) => u32::try_from(*number).ok(),
            _ => None,
        };
        number.ok_or_else(|| self.wrong(&format!("{name} is a natural number")))
    }
}

impl<'y> Mapping<'y> {
    /// The value of a key.
    pub fn key(&self, key: &str) -> Result<Node<'y>, Wrong> {
        self.optional(key).ok_or_else(|| (self.line, format!("`{key}` is missing")))
    }

    /// The value of a key that need not be there.
    pub fn optional(&self, key: &str) -> Option<Node<'y>> {
        self.pairs.iter().find(|it| it.0 == key).map(|it| it.1.clone())
    }
}
