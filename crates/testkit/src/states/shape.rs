//! Final states of actors up to names.
//!
//! Which of two objects has which name can depend on the order of steps that have nothing else to do with each other. Then
//! a state is as good as one that differs from it in names only. Whether two states do is found out by colours: objects
//! of one class have one colour, until their fields have values of different colours. That is a little too coarse, and all
//! futures have one colour; so it is asked only of states that are missing.

use abs::FinalState;
use std::collections::{BTreeMap, BTreeSet};

/// What two final states that differ in names only have in common.
pub fn shape_of(state: &FinalState) -> Vec<String> {
    let lines: Vec<Vec<Word>> = state.objects.iter().chain(&state.tasks).map(|it| words_of(it)).collect();
    let mut colours: BTreeMap<&str, usize> = BTreeMap::new();
    for word in lines.iter().flatten() {
        if let Word::Object(name) = word {
            colours.insert(name, 0);
        }
    }
    for _ in 0..colours.len() {
        let mut seen: BTreeMap<&str, Vec<String>> = colours.keys().map(|&it| (it, Vec::new())).collect();
        for line in &lines[..state.objects.len()] {
            if let Some(Word::Object(name)) = line.iter().find(|it| matches!(it, Word::Object(_))) {
                seen.entry(name.as_str()).or_default().push(coloured(line, &colours));
            }
        }
        let distinct: BTreeSet<&Vec<String>> = seen.values().collect();
        let distinct: Vec<&Vec<String>> = distinct.into_iter().collect();
        let number = |it: &Vec<String>| distinct.binary_search(&it).unwrap_or(0);
        colours = seen.iter().map(|(&name, it)| (name, number(it))).collect();
    }
    let mut shape: Vec<String> = lines.iter().map(|it| coloured(it, &colours)).collect();
    shape.sort();
    shape
}

/// A part of a line.
#[derive(PartialEq, Eq, Debug)]
enum Word {
    Text(String),
    /// `0.1#2`
    Object(String),
    /// `future:0.1`
    Future,
}

fn words_of(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("future:") {
            rest = after.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
            words.push(Word::Future);
            continue;
        }
        let is_name = |it: char| it.is_ascii_digit() || it == '.' || it == '#';
        let length = rest.find(|it| !is_name(it)).unwrap_or(rest.len());
        if length == 0 {
            words.push(Word::Text(first.to_string()));
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(length);
        let word = word.to_owned();
        words.push(if word.contains('#') { Word::Object(word) } else { Word::Text(word) });
        rest = after;
    }
    words
}

fn coloured(line: &[Word], colours: &BTreeMap<&str, usize>) -> String {
    let text = |it: &Word| match it {
        Word::Text(text) => text.clone(),
        Word::Object(name) => format!("<{}>", colours.get(name.as_str()).copied().unwrap_or(0)),
        Word::Future => "<future>".to_owned(),
    };
    line.iter().map(text).collect()
}
