//! A run of actors as a sequence diagram: a lifeline for each actor, messages as arrows, time runs downwards.
//!
//! Where the lifelines are is decided as for the diagram on the terminal ([`crate::sequence`]), in letters of a fixed width;
//! here a letter is so many pixels. Below the diagram the steps are a list in words.

use super::COLOURS;
use super::markup::Markup;
use super::names::Names;
use super::run::Run;
use super::timeline::Extent;
use crate::places::{Places, shorten};
use crate::sequence::layout::Layout;
use crate::sequence::{Arrow, Line, Mark, line, taking_part};
use event::{Diagram, Row, What};

/// The size of a letter, and of a row.
const LETTER: f64 = 7.0;
const ROW: usize = 28;
const GAP: usize = 22;
/// Numbers of steps are to the left of this, numbers of lines have so much to the right.
const MARGIN: usize = 44;
const PLACES: usize = 16;

/// What is drawn, from above to below.
enum Item<'a> {
    Row { line: Line, row: &'a Row },
    Gap(usize),
}

/// Where everything is.
struct Picture<'a> {
    items: Vec<(usize, Item<'a>)>,
    columns: Vec<usize>,
    heads: Vec<String>,
    lifelines: Vec<usize>,
    /// Texts end here; to the right of it are the numbers of lines.
    right: usize,
    width: usize,
    height: usize,
}

impl<'a> Picture<'a> {
    fn new(diagram: &'a Diagram, extent: Extent, longest_place: usize) -> Picture<'a> {
        let is_shown = |row: &Row| extent == Extent::Full || row.matters;
        let rows: Vec<&Row> = diagram.rows.iter().filter(|it| is_shown(it)).collect();
        let columns = taking_part(diagram, &rows);
        let lines: Vec<Line> = rows.iter().map(|it| line(it, &columns)).collect();
        let names: Vec<&str> = columns.iter().map(|&it| diagram.columns[it].name.as_str()).collect();
        let Layout { heads, lifelines, width } = Layout::new(&names, &lines);
        let pixels = |letters: usize| MARGIN + (letters as f64 * LETTER) as usize;
        let mut picture = Picture {
            items: Vec::new(),
            columns,
            heads,
            lifelines: lifelines.into_iter().map(pixels).collect(),
            right: pixels(width),
            width: pixels(width) + PLACES + (longest_place as f64 * LETTER) as usize,
            height: 4,
        };
        let mut lines = lines.into_iter();
        let mut hidden = 0;
        for row in &diagram.rows {
            if !is_shown(row) {
                hidden += 1;
                continue;
            }
            picture.gap(std::mem::take(&mut hidden));
            let line = lines.next().expect("a line for each row that is shown");
            picture.items.push((picture.height, Item::Row { line, row }));
            picture.height += ROW;
        }
        picture.gap(hidden);
        picture.height += 8;
        picture
    }

    fn gap(&mut self, hidden: usize) {
        if hidden > 0 {
            self.items.push((self.height, Item::Gap(hidden)));
            self.height += GAP;
        }
    }

    fn colour(&self, column: usize) -> String {
        format!("lane-{}", self.columns[column] % COLOURS)
    }

    /// How many letters fit between two lifelines.
    fn room(&self, one: usize, two: usize) -> usize {
        (self.lifelines[one].abs_diff(self.lifelines[two]) as f64 / LETTER) as usize
    }

    /// How many letters fit between a place and the numbers of lines.
    fn beside(&self, x: usize) -> usize {
        (self.right.saturating_sub(x) as f64 / LETTER) as usize
    }

    /// Where the lifeline of a column begins: at the row that makes it, or at the top.
    fn begin(&self, column: usize) -> usize {
        let makes = |line: &Line| matches!(line.mark, Mark::Arrow { to, kind: Arrow::Create, .. } if to == column);
        let row = self.items.iter().find(|it| matches!(&it.1, Item::Row { line, .. } if makes(line)));
        row.map_or(0, |it| it.0 + ROW / 2)
    }
}

/// The diagram.
pub fn diagram(run: &Run<'_>, diagram: &Diagram, extent: Extent, places: &Places<'_>) -> Markup {
    let place = |row: &Row| if row.position.is_some() { places.text(row.position) } else { String::new() };
    let longest = diagram.rows.iter().map(|it| place(it).chars().count()).max().unwrap_or(0);
    let picture = Picture::new(diagram, extent, longest);
    let mut html = Markup::new();
    html.open("div", &[("class", &format!("timeline sequence {}", extent.class())), ("data-extent", &extent.class())]);
    html.open("div", &[("class", &"heads")]).append(heads(&picture)).close();
    let size = format!("0 0 {} {}", picture.width, picture.height);
    let label = "messages between actors; the list of steps says the same in words";
    html.open(
        "svg",
        &[
            ("class", &"lanes"),
            ("width", &picture.width),
            ("height", &picture.height),
            ("viewBox", &size),
            ("role", &"img"),
            ("aria-label", &label),
        ],
    );
    bands(&mut html, run, &picture);
    for column in 0..picture.columns.len() {
        let (x, top) = (picture.lifelines[column], picture.begin(column));
        let class = format!("lifeline {}", picture.colour(column));
        html.empty("line", &[("class", &class), ("x1", &x), ("x2", &x), ("y1", &top), ("y2", &picture.height)]);
    }
    steps(&mut html, run, &picture, &place);
    html.close().close();
    html
}

/// The names of the actors.
fn heads(picture: &Picture<'_>) -> Markup {
    let mut svg = Markup::new();
    let size = format!("0 0 {} 28", picture.width);
    svg.open(
        "svg",
        &[
            ("class", &"lane-names"),
            ("width", &picture.width),
            ("height", &28),
            ("viewBox", &size),
            ("aria-hidden", &"true"),
        ],
    );
    for (column, head) in picture.heads.iter().enumerate() {
        let (x, class) = (picture.lifelines[column], picture.colour(column));
        svg.element("text", &[("class", &class), ("x", &x), ("y", &18), ("text-anchor", &"middle")], head);
    }
    svg.close();
    svg
}

/// What lights up when a step is the current one: below everything else.
fn bands(html: &mut Markup, run: &Run<'_>, picture: &Picture<'_>) {
    for (top, item) in &picture.items {
        let Item::Row { row, .. } = item else { continue };
        let class = if run.is_wrong(row.step) { "band wrong" } else { "band" };
        let stop = row.step + 1;
        html.empty(
            "rect",
            &[
                ("class", &class),
                ("data-stop", &stop),
                ("x", &0),
                ("y", top),
                ("width", &picture.width),
                ("height", &ROW),
            ],
        );
    }
}

/// The rows, those of a step together.
fn steps(html: &mut Markup, run: &Run<'_>, picture: &Picture<'_>, place: &dyn Fn(&Row) -> String) {
    let mut rest = picture.items.as_slice();
    while let Some((top, first)) = rest.first() {
        let row = match first {
            Item::Gap(hidden) => {
                let s = if *hidden == 1 { "row that does" } else { "rows that do" };
                let (x, y) = (MARGIN, top + 15);
                html.open("g", &[("class", &"gap")]);
                html.element("text", &[("x", &x), ("y", &y)], &format!("⋯ {hidden} {s} not matter")).close();
                rest = &rest[1..];
                continue;
            }
            Item::Row { row, .. } => *row,
        };
        let is_same = |it: &(usize, Item<'_>)| matches!(&it.1, Item::Row { row: other, .. } if other.step == row.step);
        let count = rest.iter().take_while(|it| is_same(it)).count();
        let (own, behind) = rest.split_at(count);
        rest = behind;
        step(html, run, picture, own, *top, place);
    }
}

/// A step with all its rows.
fn step(
    html: &mut Markup,
    run: &Run<'_>,
    picture: &Picture<'_>,
    own: &[(usize, Item<'_>)],
    top: usize,
    place: &dyn Fn(&Row) -> String,
) {
    let rows = || {
        own.iter().filter_map(|it| if let Item::Row { line, row } = &it.1 { Some((it.0, line, *row)) } else { None })
    };
    let Some((_, first, row)) = rows().next() else { return };
    let (stop, height) = (row.step, ROW * own.len());
    let class = if run.is_wrong(stop) { "sign wrong" } else { "sign" };
    html.open("g", &[("class", &class), ("data-stop", &(stop + 1))]);
    if stop < run.steps.len() {
        html.element(
            "text",
            &[("class", &"number"), ("x", &26), ("y", &(top + 18)), ("text-anchor", &"end")],
            &(stop + 1).to_string(),
        );
    }
    if run.turns(stop) {
        html.open("text", &[("class", &"turn"), ("x", &36), ("y", &(top + 18)), ("text-anchor", &"middle")]);
        html.text("⇅").element("title", &[], "in the other order it would have passed").close();
    }
    // While it runs, the lifeline is broad.
    if matches!(row.what, What::Runs(_)) && own.len() > 1 {
        let class = format!("holds {}", picture.colour(first.from));
        let (x, y, height) = (picture.lifelines[first.from] - 4, top + ROW / 2, height - ROW / 2 - 4);
        html.empty("rect", &[("class", &class), ("x", &x), ("y", &y), ("width", &8), ("height", &height), ("rx", &3)]);
    }
    for (top, line, row) in rows() {
        match &line.mark {
            Mark::Note { sign, text } => note(html, picture, line.from, top, *sign, text),
            Mark::Arrow { to, kind, text } if *to == line.from => {
                own_message(html, picture, line.from, top, *kind, text)
            }
            Mark::Arrow { to, kind, text } => message(html, picture, (line.from, *to), top, *kind, text),
        }
        let (x, y) = (picture.width - 8, top + 18);
        html.element("text", &[("class", &"number"), ("x", &x), ("y", &y), ("text-anchor", &"end")], &place(row));
    }
    html.close();
}

/// What an actor does by itself.
fn note(html: &mut Markup, picture: &Picture<'_>, column: usize, top: usize, sign: char, text: &str) {
    let (x, y) = (picture.lifelines[column], top + ROW / 2);
    let (class, inside) = match sign {
        '✗' => ("note failing", "failure"),
        '●' => ("note running", "solid"),
        _ => ("note", ""),
    };
    html.open("g", &[("class", &format!("{class} {}", picture.colour(column)))]);
    match inside {
        "failure" => {
            html.empty("circle", &[("class", &"failure"), ("cx", &x), ("cy", &y), ("r", &9)]);
            let cross = format!("M{} {}L{} {}M{} {}L{} {}", x - 4, y - 4, x + 4, y + 4, x + 4, y - 4, x - 4, y + 4);
            html.empty("path", &[("class", &"cross"), ("d", &cross)]);
        }
        "solid" => {
            html.empty("circle", &[("class", &"solid"), ("cx", &x), ("cy", &y), ("r", &6)]);
        }
        _ => {}
    }
    html.open("text", &[("x", &(x + 14)), ("y", &(y + 4))]).text(&shorten(text, picture.beside(x + 14)));
    html.element("title", &[], text).close().close();
}

/// A message to another actor. What it says stands beside its sender.
fn message(html: &mut Markup, picture: &Picture<'_>, (from, to): (usize, usize), top: usize, kind: Arrow, text: &str) {
    let (start, end) = (picture.lifelines[from], picture.lifelines[to]);
    let y = top + ROW - 7;
    let to_the_right = end > start;
    // The head of a new actor is in the way of the point.
    let head =
        if kind == Arrow::Create { (picture.heads[to].chars().count() as f64 * LETTER / 2.0) as usize + 6 } else { 0 };
    let tip = if to_the_right { end - 2 - head } else { end + 2 };
    let (base, anchor, text_x) =
        if to_the_right { (tip - 8, "start", start + 10) } else { (tip + 8, "end", start - 10) };
    let class = format!("message {} {}", class(kind), picture.colour(from));
    html.open("g", &[("class", &class)]);
    html.empty("line", &[("class", &"shaft"), ("x1", &start), ("x2", &base), ("y1", &y), ("y2", &y)]);
    html.empty("path", &[("class", &"point"), ("d", &format!("M{tip} {y}L{base} {}V{}Z", y - 4, y + 4))]);
    let room = picture.room(from, to).saturating_sub(3 + (head as f64 / LETTER) as usize).max(6);
    html.open("text", &[("x", &text_x), ("y", &(y - 5)), ("text-anchor", &anchor)]).text(&shorten(text, room));
    html.element("title", &[], text).close();
    if kind == Arrow::Create {
        let colour = picture.colour(to);
        let (x, width) = (end - head, 2 * head);
        html.empty(
            "rect",
            &[
                ("class", &format!("birth {colour}")),
                ("x", &x),
                ("y", &(y - 13)),
                ("width", &width),
                ("height", &20),
                ("rx", &4),
            ],
        );
        html.element(
            "text",
            &[("class", &"birth-name"), ("x", &end), ("y", &(y + 1)), ("text-anchor", &"middle")],
            &picture.heads[to],
        );
    }
    html.close();
}

/// A message that an actor sends to itself.
fn own_message(html: &mut Markup, picture: &Picture<'_>, column: usize, top: usize, kind: Arrow, text: &str) {
    let (x, y) = (picture.lifelines[column], top + ROW / 2);
    let class = format!("message {} {}", class(kind), picture.colour(column));
    html.open("g", &[("class", &class)]);
    html.empty("path", &[("class", &"shaft"), ("d", &format!("M{x} {}H{}V{}H{}", y - 6, x + 18, y + 7, x + 9))]);
    html.empty(
        "path",
        &[("class", &"point"), ("d", &format!("M{} {}L{} {}V{}Z", x + 2, y + 7, x + 10, y + 3, y + 11))],
    );
    html.open("text", &[("x", &(x + 26)), ("y", &(y + 4))]).text(&shorten(text, picture.beside(x + 26)));
    html.element("title", &[], text).close().close();
}

fn class(kind: Arrow) -> &'static str {
    match kind {
        Arrow::Call => "call",
        Arrow::Create => "create",
        Arrow::Answer => "answer",
    }
}

/// The steps in words, one entry each.
pub fn words(run: &Run<'_>, diagram: &Diagram, names: &Names, places: &Places<'_>) -> Markup {
    let mut html = Markup::new();
    html.open("ol", &[("class", &"words"), ("aria-label", &"steps")]);
    for stop in 0..run.stops() {
        let rows: Vec<&Row> = diagram.rows.iter().filter(|it| it.step == stop).collect();
        let Some(first) = rows.first() else { continue };
        let mut class = format!("row lane-{}", first.column % COLOURS);
        for (applies, name) in
            [(run.is_wrong(stop), " wrong"), (run.turns(stop), " turning"), (!run.matters(stop), " minor")]
        {
            class.push_str(if applies { name } else { "" });
        }
        html.open("li", &[("class", &class), ("data-stop", &(stop + 1)), ("id", &names.step(stop))]);
        html.open("a", &[("href", &format!("#{}", names.step(stop)))]);
        html.element("span", &[("class", &"number")], &(stop + 1).to_string());
        html.open("span", &[("class", &"what")]);
        for row in &rows {
            let text = format!("{} {}", diagram.columns[row.column].name, sentence(&row.what, diagram));
            let class = if matches!(row.what, What::Fails(_)) { "effect failing" } else { "effect" };
            html.element("span", &[("class", &class), ("title", &text)], &text);
        }
        html.close();
        let position = rows.iter().find(|it| matches!(it.what, What::Fails(_))).unwrap_or(first).position;
        let place = if position.is_some() { places.text(position) } else { String::new() };
        html.element("span", &[("class", &"place")], &place);
        html.close().close();
    }
    html.close();
    html
}

/// What a row says of its actor.
pub fn sentence(what: &What, diagram: &Diagram) -> String {
    let name = |to: usize| diagram.columns[to].name.as_str();
    match what {
        What::Runs(text) => format!("runs {text}"),
        What::Does(text) => format!("· {text}"),
        What::Calls { to, text } => format!("calls {}: {text}", name(*to)),
        What::Creates { to, text } => format!("makes {}: new {text}", name(*to)),
        What::Answers { to, text } => format!("answers {}: {text}", name(*to)),
        What::Fails(text) => format!("✗ {text}"),
    }
}
