//! Draws the rows of a diagram, one after the other: the lifelines that there are, and over them what happens.

use super::layout::{Layout, left_half};
use super::{Arrow, Line, Mark};
use crate::places::shorten;

pub struct Canvas {
    layout: Layout,
    /// Which lifelines have begun.
    begun: Vec<bool>,
}

impl Canvas {
    pub fn new(names: &[&str], lines: &[Line]) -> Canvas {
        let mut begun = vec![true; names.len()];
        for line in lines {
            if let Mark::Arrow { to, kind: Arrow::Create, .. } = line.mark {
                begun[to] = false;
            }
        }
        Canvas { layout: Layout::new(names, lines), begun }
    }

    pub fn width(&self) -> usize {
        self.layout.width
    }

    /// The names of those that are there from the beginning.
    pub fn heads(&self) -> String {
        let mut cells = vec![' '; self.layout.width];
        for (column, head) in self.layout.heads.iter().enumerate().filter(|(column, _)| self.begun[*column]) {
            write(&mut cells, self.layout.lifelines[column] - left_half(head), head);
        }
        cells.into_iter().collect()
    }

    /// A row, and a second one for an arrow that comes back.
    pub fn draw(&mut self, line: &Line) -> (String, Option<String>) {
        let mut cells = self.lifelines();
        let mut below = None;
        match &line.mark {
            Mark::Note { sign, text } => self.note(&mut cells, line.from, *sign, text),
            Mark::Arrow { to, kind, text } if *to == line.from => {
                let mut second = self.lifelines();
                self.loop_back(&mut cells, &mut second, line.from, *kind, text);
                below = Some(second.into_iter().collect());
            }
            Mark::Arrow { to, kind, text } => self.arrow(&mut cells, line.from, *to, *kind, text),
        }
        if let Mark::Arrow { to, kind: Arrow::Create, .. } = line.mark {
            self.begun[to] = true;
        }
        (cells.into_iter().collect(), below)
    }

    fn lifelines(&self) -> Vec<char> {
        let mut cells = vec![' '; self.layout.width];
        for place in self.visible() {
            cells[place] = '│';
        }
        cells
    }

    fn visible(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.layout.lifelines.iter().zip(&self.begun).filter(|(_, begun)| **begun).map(|(place, _)| *place)
    }

    /// How many characters there are between a lifeline and the next one to the right, or the end.
    fn room(&self, place: usize) -> usize {
        self.visible().find(|it| *it > place).unwrap_or(self.layout.width + 1) - place - 1
    }

    /// A text that is too long for the room beside its lifeline is written over those to the right.
    fn note(&self, cells: &mut [char], column: usize, sign: char, text: &str) {
        let place = self.layout.lifelines[column];
        let short = shorten(text, self.layout.width.saturating_sub(place + 2));
        write(cells, place, &format!("{sign} {short} "));
    }

    fn loop_back(&self, cells: &mut [char], second: &mut [char], column: usize, kind: Arrow, text: &str) {
        let place = self.layout.lifelines[column];
        let shaft = shaft(kind);
        let text = shorten(text, self.room(place).saturating_sub(6));
        let length = text.chars().count() + 4;
        write(cells, place, &format!("├{shaft}{shaft}{text}{shaft}{shaft}╮"));
        let back = shaft.to_string().repeat(length - 1);
        write(second, place + 1, &format!("{}{back}╯", points(kind).0));
    }

    fn arrow(&self, cells: &mut [char], from: usize, to: usize, kind: Arrow, text: &str) {
        let (start, end) = (self.layout.lifelines[from], self.layout.lifelines[to]);
        let (left, right) = (start.min(end), start.max(end));
        let head = &self.layout.heads[to];
        let head_place = end - left_half(head);
        // The new actor is the arrow's target, not its lifeline. It is to the right of its creator.
        let right = if kind == Arrow::Create { head_place.max(left + 2) } else { right };
        for (place, cell) in cells.iter_mut().enumerate().take(right).skip(left + 1) {
            *cell = if *cell == '│' && place != left { '┼' } else { shaft(kind) };
        }
        if end > start {
            cells[start] = '├';
            cells[right - 1] = points(kind).1;
        } else {
            cells[start] = '┤';
            cells[left + 1] = points(kind).0;
        }
        self.label(cells, left, right, end > start, text);
        if kind == Arrow::Create {
            write(cells, head_place, head);
        }
    }

    /// Puts the text of an arrow between two lifelines that it touches: next to the sender if it fits there, otherwise
    /// where there is room. If there is none anywhere, it is written over the lifelines.
    fn label(&self, cells: &mut [char], left: usize, right: usize, to_the_right: bool, text: &str) {
        let mut stops: Vec<usize> = vec![left];
        stops.extend(self.visible().filter(|it| left < *it && *it < right));
        stops.push(right);
        let mut gaps: Vec<(usize, usize)> = stops.windows(2).map(|it| (it[0] + 1, it[1] - it[0] - 1)).collect();
        if !to_the_right {
            gaps.reverse();
        }
        let length = text.chars().count();
        if let Some(&(start, room)) = gaps.iter().find(|it| it.1 >= length + 3) {
            // The point of the arrow takes one character of its side.
            let free = room - length;
            let before = if to_the_right { (free - 1) / 2 } else { free.div_ceil(2) };
            write(cells, start + before, text);
            return;
        }
        let text = shorten(text, (right - left - 1).saturating_sub(4));
        let start = if to_the_right { left + 3 } else { right - 2 - text.chars().count() };
        write(cells, start, &text);
    }
}

/// What the line of an arrow consists of.
fn shaft(kind: Arrow) -> char {
    match kind {
        Arrow::Call | Arrow::Create => '─',
        Arrow::Answer => '╌',
    }
}

/// The point of an arrow to the left, and to the right.
fn points(kind: Arrow) -> (char, char) {
    match kind {
        Arrow::Call | Arrow::Create => ('◀', '▶'),
        Arrow::Answer => ('◁', '▷'),
    }
}

/// Writes over what is there; what does not fit is lost.
fn write(cells: &mut [char], place: usize, text: &str) {
    for (cell, letter) in cells.iter_mut().skip(place).zip(text.chars()) {
        *cell = if letter.is_control() { ' ' } else { letter };
    }
}
