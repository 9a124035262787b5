//! The lanes as a drawing: lifelines, signs of steps, and arrows between threads.
//!
//! Arrows run like the lines of an underground map: along the row of the step where they begin, then down beside the lane
//! of the step where they end. A row has one step only, so nothing is ever in the way but lifelines.

use super::layout::{Layout, Row, Sign, What};
use crate::html::COLOURS;
use crate::html::edges::Edge;
use crate::html::markup::Markup;
use crate::html::run::Run;
use event::{Access, Manner, Place};

/// Signs are this large, from the middle.
const RADIUS: usize = 6;
/// The way of an arrow is so far from the lane of its end, each further one beside it by so much, at most so many.
const NEAREST_WAY: usize = 13;
const BETWEEN_WAYS: usize = 4;
const MOST_WAYS: usize = 3;
/// Corners are rounded by this.
const CORNER: usize = 6;

/// The names of the threads above their lanes.
pub fn heads(layout: &Layout) -> Markup {
    let mut svg = Markup::new();
    let height = 28;
    let size = format!("0 0 {} {height}", layout.width);
    svg.open(
        "svg",
        &[
            ("class", &"lane-names"),
            ("width", &layout.width),
            ("height", &height),
            ("viewBox", &size),
            ("aria-hidden", &"true"),
        ],
    );
    for lane in &layout.lanes {
        let class = format!("lane-{}", lane.thread % COLOURS);
        svg.element("text", &[("class", &class), ("x", &lane.x), ("y", &18), ("text-anchor", &"middle")], &lane.name);
    }
    svg.close();
    svg
}

/// Everything below the names.
pub fn lanes(run: &Run<'_>, layout: &Layout, edges: &[Edge]) -> Markup {
    let mut svg = Markup::new();
    let size = format!("0 0 {} {}", layout.width, layout.height);
    let label = "the steps of each thread in its lane, with arrows where one thread comes behind another; the list beside \
                 it says the same in words";
    svg.open(
        "svg",
        &[
            ("class", &"lanes"),
            ("width", &layout.width),
            ("height", &layout.height),
            ("viewBox", &size),
            ("role", &"img"),
            ("aria-label", &label),
        ],
    );
    for row in &layout.rows {
        band(&mut svg, layout, row);
    }
    for index in 0..layout.lanes.len() {
        lifeline(&mut svg, layout, index);
        holdings(&mut svg, run, layout, index);
    }
    arrows(&mut svg, layout, edges);
    race(&mut svg, run, layout);
    for row in &layout.rows {
        signs(&mut svg, run, layout, row);
    }
    svg.close();
    svg
}

/// What lights up when the step is the current one, and what is clicked on.
fn band(svg: &mut Markup, layout: &Layout, row: &Row) {
    let What::Stop { stop, .. } = row.what else { return };
    let class = if row.is_wrong { "band wrong" } else { "band" };
    let (width, height) = (layout.width, row.height);
    svg.empty(
        "rect",
        &[
            ("class", &class),
            ("data-stop", &(stop + 1)),
            ("x", &0),
            ("y", &row.top),
            ("width", &width),
            ("height", &height),
        ],
    );
}

/// A thread from its first step to its last one.
fn lifeline(svg: &mut Markup, layout: &Layout, index: usize) {
    let lane = &layout.lanes[index];
    let own = || layout.rows.iter().filter(|it| it.lane == index && matches!(it.what, What::Stop { .. }));
    let (Some(first), Some(last)) = (own().next(), own().next_back()) else { return };
    let class = format!("lifeline lane-{}", lane.thread % COLOURS);
    // The first thread is there from the beginning; to the others an arrow leads.
    let from = if lane.thread == 0 { 0 } else { first.y };
    svg.empty("line", &[("class", &class), ("x1", &lane.x), ("x2", &lane.x), ("y1", &from), ("y2", &last.y)]);
}

/// Where a thread holds a mutex its lane is broad. What is not shown counts, too: a mutex may be given back there.
fn holdings(svg: &mut Markup, run: &Run<'_>, layout: &Layout, index: usize) {
    let lane = &layout.lanes[index];
    let thread = run.actors[lane.thread].thread;
    let row_at = |step: usize| layout.rows.iter().find(|it| matches!(it.what, What::Stop { stop, .. } if stop >= step));
    // Whoever fails or waits for ever is not drawn beyond that.
    let own_end = layout.rows.iter().find(|it| it.lane == index && it.is_wrong);
    let mut held: Vec<(Place, usize, String)> = Vec::new();
    let mut draw = |from: usize, to: Option<usize>, name: &str| {
        let Some(first) = row_at(from) else { return };
        let end = to.and_then(row_at).or(own_end).map_or(layout.height, |it| it.y);
        if end > first.y {
            let class = format!("holds lane-{}", lane.thread % COLOURS);
            let (x, height) = (lane.x - 5, end - first.y);
            svg.open(
                "rect",
                &[("class", &class), ("x", &x), ("y", &first.y), ("width", &10), ("height", &height), ("rx", &5)],
            );
            svg.element("title", &[], &format!("{} holds {name}", lane.name)).close();
        }
    };
    for (number, step) in run.steps.iter().enumerate().filter(|it| it.1.thread == thread) {
        let mut touches = step.effects.iter().filter_map(|it| it.touch.as_ref());
        let taken = touches.find(|it| it.manner == Manner::Lock).map_or("a mutex", |it| it.variable.as_str());
        for access in &step.accesses {
            match *access {
                Access::Lock(place) | Access::TryLock(place) => held.push((place, number, taken.to_owned())),
                Access::Unlock(place) => {
                    if let Some(at) = held.iter().rposition(|it| it.0 == place) {
                        let (_, since, name) = held.remove(at);
                        draw(since, Some(number), &name);
                    }
                }
                Access::Read(_)
                | Access::Expect(_)
                | Access::Write(_)
                | Access::Update(_)
                | Access::FailedTryLock(_)
                | Access::ResetMutex(_)
                | Access::EndObject(_)
                | Access::Spawn(_)
                | Access::Join(_)
                | Access::Follow(_)
                | Access::Detach(_)
                | Access::Choose
                | Access::Fence
                | Access::Nothing => {}
            }
        }
    }
    for (_, since, name) in held {
        draw(since, None, &name);
    }
}

fn arrows(svg: &mut Markup, layout: &Layout, edges: &[Edge]) {
    let mut ways: Vec<Way> = Vec::new();
    for edge in edges {
        let (Some(from), Some(to)) = (layout.row(edge.from), layout.row(edge.to)) else { continue };
        let (start, end) = (layout.lanes[from.lane].x, layout.lanes[to.lane].x);
        let to_the_right = end > start;
        // Arrows that are seen only when asked for may run over others.
        let number = if edge.is_implied { 0 } else { free_way(&ways, to.lane, to_the_right, from.y, to.y) };
        if !edge.is_implied {
            ways.push(Way { lane: to.lane, to_the_right, number, from: from.y, to: to.y });
        }
        let aside = NEAREST_WAY + BETWEEN_WAYS * number;
        let path = path((start, from.y), (end, to.y), aside);
        let class = format!("arrow {}{}", edge.kind.class(), if edge.is_implied { " implied" } else { "" });
        svg.open("g", &[("class", &class), ("data-from", &(edge.from + 1)), ("data-to", &(edge.to + 1))]);
        svg.element("title", &[], &format!("step {} {} step {}", edge.to + 1, edge.words(), edge.from + 1));
        svg.empty("path", &[("class", &"shaft"), ("d", &path)]);
        svg.empty("path", &[("class", &"point"), ("d", &point((end, to.y), to_the_right))]);
        svg.close();
    }
}

/// Where an arrow runs downwards: on which side of the lane where it ends, how far away, from where to where.
struct Way {
    lane: usize,
    to_the_right: bool,
    number: usize,
    from: usize,
    to: usize,
}

/// The way nearest to the lane where no other arrow is, or the last one.
fn free_way(ways: &[Way], lane: usize, to_the_right: bool, from: usize, to: usize) -> usize {
    let is_taken = |number: usize| {
        let same = ways.iter().filter(|it| (it.lane, it.to_the_right, it.number) == (lane, to_the_right, number));
        same.into_iter().any(|it| from < it.to && it.from < to)
    };
    (0..MOST_WAYS).find(|&it| !is_taken(it)).unwrap_or(MOST_WAYS - 1)
}

/// Along the row of the beginning, down beside the lane of the end, and into it.
fn path((x, y): (usize, usize), (end_x, end_y): (usize, usize), aside: usize) -> String {
    let corner = CORNER.min(end_y.saturating_sub(y) / 2);
    if end_x > x {
        let way = end_x - aside;
        let (start, stop) = (x + RADIUS, end_x - RADIUS - 4);
        let (before, behind) = (way.saturating_sub(corner).max(start), (way + corner).min(stop));
        format!(
            "M{start} {y}H{before}Q{way} {y} {way} {}V{}Q{way} {end_y} {behind} {end_y}H{stop}",
            y + corner,
            end_y - corner
        )
    } else {
        let way = end_x + aside;
        let (start, stop) = (x - RADIUS, end_x + RADIUS + 4);
        let (before, behind) = ((way + corner).min(start), way.saturating_sub(corner).max(stop));
        format!(
            "M{start} {y}H{before}Q{way} {y} {way} {}V{}Q{way} {end_y} {behind} {end_y}H{stop}",
            y + corner,
            end_y - corner
        )
    }
}

/// The point of an arrow at a sign.
fn point((x, y): (usize, usize), to_the_right: bool) -> String {
    let (tip, back) = if to_the_right { (x - RADIUS - 1, x - RADIUS - 8) } else { (x + RADIUS + 1, x + RADIUS + 8) };
    format!("M{tip} {y}L{back} {}V{}Z", y - 4, y + 4)
}

/// A line between two steps that race: neither comes before the other, so it has no point.
fn race(svg: &mut Markup, run: &Run<'_>, layout: &Layout) {
    let rows = run.racing.and_then(|(one, two)| Some((layout.row(one)?, layout.row(two)?)));
    let Some((one, two)) = rows else { return };
    let (from, to) = (layout.lanes[one.lane].x, layout.lanes[two.lane].x);
    let middle = (from + to) / 2;
    let path = format!("M{from} {}C{middle} {} {middle} {} {to} {}", one.y, one.y, two.y, two.y);
    svg.open("g", &[("class", &"race")]);
    svg.element("title", &[], "these two race: nothing orders them");
    svg.empty("path", &[("d", &path)]).close();
}

/// The number of a step, and its sign in its lane.
fn signs(svg: &mut Markup, run: &Run<'_>, layout: &Layout, row: &Row) {
    let What::Stop { stop, sign, .. } = row.what else { return };
    let lane = &layout.lanes[row.lane];
    let mut class = format!("sign lane-{}", lane.thread % COLOURS);
    for (applies, name) in [(row.is_wrong, " wrong"), (run.races(stop), " racing"), (!run.matters(stop), " minor")] {
        class.push_str(if applies { name } else { "" });
    }
    svg.open("g", &[("class", &class), ("data-stop", &(stop + 1))]);
    if row.is_first && stop < run.steps.len() {
        svg.element(
            "text",
            &[("class", &"number"), ("x", &26), ("y", &(row.y + 4)), ("text-anchor", &"end")],
            &(stop + 1).to_string(),
        );
    }
    if run.turns(stop) {
        svg.open("text", &[("class", &"turn"), ("x", &34), ("y", &(row.y + 4)), ("text-anchor", &"middle")]);
        svg.text("⇅").element("title", &[], "in the other order it would have passed").close();
    }
    let (x, y) = (lane.x, row.y);
    if run.races(stop) {
        svg.empty("circle", &[("class", &"ring"), ("cx", &x), ("cy", &y), ("r", &(RADIUS + 4))]);
    }
    shape(svg, sign, x, y);
    svg.close();
}

fn shape(svg: &mut Markup, sign: Sign, x: usize, y: usize) {
    let r = RADIUS;
    let (left, right, top, bottom) = (x - r, x + r, y - r, y + r);
    match sign {
        Sign::Read => svg.empty("circle", &[("class", &"hollow"), ("cx", &x), ("cy", &y), ("r", &(r - 1))]),
        Sign::Write => svg.empty("circle", &[("class", &"solid"), ("cx", &x), ("cy", &y), ("r", &(r - 1))]),
        Sign::Lock => svg.empty(
            "rect",
            &[("class", &"solid"), ("x", &(left + 1)), ("y", &(top + 1)), ("width", &10), ("height", &10), ("rx", &1)],
        ),
        Sign::Unlock => svg.empty(
            "rect",
            &[("class", &"hollow"), ("x", &(left + 1)), ("y", &(top + 1)), ("width", &10), ("height", &10), ("rx", &1)],
        ),
        Sign::Start => svg.empty(
            "path",
            &[("class", &"solid"), ("d", &format!("M{} {top}H{}L{x} {}Z", left + 1, right - 1, bottom - 2))],
        ),
        Sign::Join => svg
            .empty("path", &[("class", &"hollow"), ("d", &format!("M{left} {y}L{x} {top}L{right} {y}L{x} {bottom}Z"))]),
        Sign::Other => svg.empty("circle", &[("class", &"solid"), ("cx", &x), ("cy", &y), ("r", &3)]),
        Sign::Failure => {
            svg.empty("circle", &[("class", &"failure"), ("cx", &x), ("cy", &y), ("r", &(r + 3))]);
            let (left, right, top, bottom) = (x - 4, x + 4, y - 4, y + 4);
            svg.empty(
                "path",
                &[("class", &"cross"), ("d", &format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"))],
            )
        }
    };
}
