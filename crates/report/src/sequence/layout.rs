//! Where the lifelines of a diagram are: as far apart as what stands between them needs, and closer if that is too much.
//!
//! Where it is too much, texts beside lifelines lose their room first, since they can be written over the lifelines to
//! their right; then the texts of arrows, which are cut.

use super::{Arrow, Line, Mark};
use crate::places::shorten;

/// Names at the heads of lifelines are not wider than this.
pub const WIDEST_NAME: usize = 20;
/// Texts do not push lifelines further apart than this.
const WIDEST_TEXT: usize = 32;
/// The diagram is not wider than this, if the names at the heads allow it.
const WIDEST_DIAGRAM: usize = 108;
/// Between a lifeline and the next one or its head there is at least this much.
const NARROWEST_GAP: usize = 8;
/// To the right of the last lifeline there is at least this much, if something there needs it.
const NARROWEST_NOTES: usize = 20;
/// What failed is shown up to this width, whatever stands to its right.
const WIDEST_FAILURE: usize = 60;

pub struct Layout {
    /// The names at the heads of the lifelines.
    pub heads: Vec<String>,
    /// Where each lifeline is, in characters from the left.
    pub lifelines: Vec<usize>,
    /// Of the whole diagram.
    pub width: usize,
}

impl Layout {
    /// The gap of a number is to the right of the lifeline of that number.
    pub fn new(names: &[&str], lines: &[Line]) -> Layout {
        let heads: Vec<String> = names.iter().map(|it| shorten(it, WIDEST_NAME)).collect();
        let least = |gap: usize| {
            let next = heads.get(gap + 1).map_or(0, |it| left_half(it));
            next + NARROWEST_GAP.max(right_half(&heads[gap]) + 2)
        };
        let mut least: Vec<usize> = (0..heads.len()).map(least).collect();
        let first = heads.first().map_or(0, |it| left_half(it));
        let mut for_arrows = least.clone();
        for line in lines {
            widen_for_arrow(&mut for_arrows, &heads, line);
        }
        let mut gaps = for_arrows.clone();
        for line in lines {
            widen_for_note(&mut gaps, line);
        }
        // Beside the last lifeline there is nothing that a text could be written over.
        if let (Some(last), Some(narrowest), Some(needed)) = (for_arrows.last_mut(), least.last_mut(), gaps.last()) {
            *last = *needed;
            *narrowest = (*needed).min(NARROWEST_NOTES);
        }
        narrow(&mut gaps, &for_arrows, first);
        for line in lines {
            widen_for_long_arrow(&mut gaps, line);
        }
        narrow(&mut gaps, &for_arrows, first);
        narrow(&mut gaps, &least, first);

        let mut lifelines = Vec::new();
        let mut place = first;
        for gap in &gaps {
            lifelines.push(place);
            place += 1 + gap;
        }
        let failures = lines.iter().filter_map(|line| match &line.mark {
            Mark::Note { sign: '✗', text } => {
                Some(lifelines[line.from] + 2 + text.chars().count().min(WIDEST_FAILURE))
            }
            Mark::Note { .. } | Mark::Arrow { .. } => None,
        });
        let width = failures.max().unwrap_or(0).min(WIDEST_DIAGRAM).max(place);
        Layout { heads, lifelines, width }
    }
}

/// How many characters of a head stand to the left of its lifeline.
pub fn left_half(head: &str) -> usize {
    head.chars().count() / 2
}

fn right_half(head: &str) -> usize {
    head.chars().count().saturating_sub(left_half(head) + 1)
}

/// The text of an arrow with a bit of its shaft on both sides and its point.
fn with_shaft(text: &str) -> usize {
    text.chars().count().min(WIDEST_TEXT) + 5
}

/// Texts beside lifelines have a space on both sides.
fn widen_for_note(gaps: &mut [usize], line: &Line) {
    match &line.mark {
        // What failed is written over the lifelines to its right.
        Mark::Note { sign: '✗', .. } | Mark::Arrow { .. } => {}
        Mark::Note { text, .. } => {
            gaps[line.from] = gaps[line.from].max(text.chars().count().min(WIDEST_TEXT) + 2);
        }
    }
}

/// An arrow to the next lifeline or back to its own.
fn widen_for_arrow(gaps: &mut [usize], heads: &[String], line: &Line) {
    let Mark::Arrow { to, kind, text } = &line.mark else { return };
    let (gap, needed) = match to.abs_diff(line.from) {
        0 => (line.from, with_shaft(text) + 1),
        1 if *kind == Arrow::Create => ((*to).min(line.from), with_shaft(text) + left_half(&heads[*to])),
        1 => ((*to).min(line.from), with_shaft(text)),
        _ => return,
    };
    gaps[gap] = gaps[gap].max(needed);
}

/// An arrow that crosses lifelines: its text stands in one of the gaps, in one that is wide enough or next to the sender.
fn widen_for_long_arrow(gaps: &mut [usize], line: &Line) {
    let Mark::Arrow { to, text, .. } = &line.mark else { return };
    let (low, high) = ((*to).min(line.from), (*to).max(line.from));
    if high - low < 2 {
        return;
    }
    let nearest = if *to > line.from { low } else { high - 1 };
    let wide_enough = gaps[low..high].iter().any(|it| *it >= with_shaft(text));
    if !wide_enough {
        gaps[nearest] = with_shaft(text);
    }
}

/// Takes from the widest gaps until the diagram is not too wide. `first` is where the first lifeline is.
fn narrow(gaps: &mut [usize], least: &[usize], first: usize) {
    while first + gaps.len() + gaps.iter().sum::<usize>() > WIDEST_DIAGRAM {
        let widest = (0..gaps.len()).filter(|&it| gaps[it] > least[it]).max_by_key(|&it| gaps[it]);
        match widest {
            Some(gap) => gaps[gap] -= 1,
            None => break,
        }
    }
}
