//! The picture of a suite: two diagrams, such as executions and time over the size, with one line for each program and
//! reduction, as SVG.
//!
//! A program has a colour, a reduction has a dash pattern and the shape of its points, and the legend below is a table
//! of the two; where there is one program only, reductions have colours instead. Lines of later reductions are thinner, so
//! that those which coincide can be told apart. Colours are readable on white and on black; a viewer that prefers a dark
//! page gets one. Same points, same bytes.
//!
//! Start at [`draw`].

mod scale;
pub mod scatter;

pub use scale::Quantity;

use scale::Scale;
use std::fmt::Write;

/// What a picture is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subject {
    /// What the lower axis is.
    pub over: &'static str,
    /// What the diagrams are, from left to right.
    pub quantities: [Quantity; 2],
}

/// One run.
#[derive(Clone, PartialEq, Debug)]
pub struct Point<'a> {
    /// The name of the program.
    pub program: &'a str,
    /// The name of the reduction.
    pub reduction: &'a str,
    /// Where it is on the lower axis.
    pub at: u64,
    /// Where it is in each of the diagrams.
    pub values: [f64; 2],
}

const COLOURS: [&str; 8] = ["#1b87c9", "#d9622b", "#2a9d5c", "#b05fc0", "#c08a10", "#d94a6c", "#7d8794", "#12a5a5"];
const DASHES: [&str; 5] = ["none", "9 4", "2 4", "10 3 2 3", "5 3"];
const PANEL_WIDTH: f64 = 400.0;
const PANEL_HEIGHT: f64 = 320.0;
const LEFT: f64 = 76.0;
const TOP: f64 = 56.0;
const GAP: f64 = 96.0;
/// Between the lower edge of the panels and the legend: numbers and the name of the axis.
const BELOW: f64 = 76.0;
const LEGEND_LINE: f64 = 20.0;
const LEGEND_COLUMN: f64 = 104.0;
const LETTER: f64 = 7.2;

const STYLE: &str = "\
text { font-family: sans-serif; font-size: 12px; fill: #222222; }
.title { font-size: 15px; font-weight: bold; }
.page { fill: #ffffff; }
.frame { fill: none; stroke: #777777; }
.grid { stroke: #dddddd; }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e4e4; }
  .page { fill: #16181c; }
  .frame { stroke: #8a8a8a; }
  .grid { stroke: #34383f; }
}
";

/// Draws the runs of a suite.
pub fn draw(title: &str, subject: Subject, points: &[Point<'_>]) -> String {
    let names = Names::of(points);
    let legend = Legend {
        top: TOP + PANEL_HEIGHT + BELOW,
        label_width: 20.0 + widest(&names.programs),
        column_width: LEGEND_COLUMN.max(20.0 + widest(&names.reductions)),
    };
    let legend_width = LEFT + legend.label_width + legend.column_width * names.reductions.len() as f64;
    let width = (LEFT + 2.0 * PANEL_WIDTH + GAP + 24.0).max(legend_width);
    let height = legend.top + LEGEND_LINE * (names.programs.len() as f64 + 1.5);
    let mut svg = Svg::default();
    svg.open(width, height, title);
    svg.text(LEFT, 24.0, "class=\"title\"", title);
    for index in [0, 1] {
        svg.panel(&Panel { subject, index }, points, &names);
    }
    svg.legend(&legend, points, &names);
    svg.text += "</svg>\n";
    svg.text
}

/// About as wide as the longest of these is.
fn widest(names: &[&str]) -> f64 {
    LETTER * names.iter().map(|it| it.chars().count()).max().unwrap_or(0) as f64
}

/// What there are lines for, in the order of their first appearance.
struct Names<'a> {
    programs: Vec<&'a str>,
    reductions: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn of(points: &[Point<'a>]) -> Self {
        let mut names = Names { programs: Vec::new(), reductions: Vec::new() };
        for point in points {
            for (list, name) in [(&mut names.programs, point.program), (&mut names.reductions, point.reduction)] {
                if !list.contains(&name) {
                    list.push(name);
                }
            }
        }
        names
    }

    /// How the lines and points of a program under a reduction look, by their places in the lists.
    fn look(&self, program: usize, reduction: usize) -> Look {
        let shape = reduction % DASHES.len();
        let colour = colour(if self.programs.len() == 1 { reduction } else { program });
        Look { colour, dash: DASHES[shape], shape, width: 4.0 - 0.6 * shape as f64 }
    }
}

/// Where the legend is.
struct Legend {
    top: f64,
    label_width: f64,
    column_width: f64,
}

/// One of the two diagrams.
struct Panel {
    subject: Subject,
    index: usize,
}

impl Panel {
    fn quantity(&self) -> Quantity {
        self.subject.quantities[self.index]
    }

    fn left(&self) -> f64 {
        LEFT + (PANEL_WIDTH + GAP) * self.index as f64
    }

    fn value(&self, point: &Point<'_>) -> f64 {
        point.values[self.index]
    }
}

/// How the lines and points of a program under a reduction look.
struct Look {
    colour: String,
    dash: &'static str,
    shape: usize,
    width: f64,
}

/// The first few are chosen by hand; further ones are as far apart on the colour wheel as the golden angle brings them.
fn colour(index: usize) -> String {
    match COLOURS.get(index) {
        Some(colour) => (*colour).to_owned(),
        None => format!("hsl({}, 55%, 50%)", (index * 137 + 70) % 360),
    }
}

/// The text as far as it is written.
#[derive(Default)]
struct Svg {
    text: String,
}

impl Svg {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{text}");
    }

    fn open(&mut self, width: f64, height: f64, title: &str) {
        self.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\">"
        ));
        self.line(format_args!("<title>{}</title>", escaped(title)));
        self.line(format_args!("<style>\n{STYLE}</style>"));
        self.line(format_args!("<rect class=\"page\" width=\"{width:.0}\" height=\"{height:.0}\"/>"));
    }

    fn text(&mut self, x: f64, y: f64, attributes: &str, text: &str) {
        let text = escaped(text);
        self.line(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}>{text}</text>"));
    }

    fn grid_line(&mut self, [x1, y1, x2, y2]: [f64; 4]) {
        self.line(format_args!("<line class=\"grid\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"));
    }

    fn panel(&mut self, panel: &Panel, points: &[Point<'_>], names: &Names<'_>) {
        let shown: Vec<_> = points.iter().map(|it| (it.at, panel.value(it))).filter(|(_, it)| *it > 0.0).collect();
        let scale = Scale::new(&shown);
        self.line(format_args!("<g transform=\"translate({:.1} {TOP:.1})\">", panel.left()));
        if shown.is_empty() {
            let middle = (PANEL_WIDTH / 2.0, PANEL_HEIGHT / 2.0);
            self.text(middle.0, middle.1, "text-anchor=\"middle\"", "nothing to draw");
        } else {
            self.axes(panel, &scale);
        }
        self.line(format_args!("<rect class=\"frame\" width=\"{PANEL_WIDTH:.1}\" height=\"{PANEL_HEIGHT:.1}\"/>"));
        self.text(-LEFT + 20.0, -12.0, "", &format!("{} (logarithmic)", panel.quantity().name()));
        self.text(PANEL_WIDTH / 2.0, PANEL_HEIGHT + 40.0, "text-anchor=\"middle\"", panel.subject.over);
        // By reduction first: thin lines are drawn over thick ones.
        for (reduction, name) in names.reductions.iter().enumerate() {
            for (program, program_name) in names.programs.iter().enumerate() {
                let of_series = |it: &&Point<'_>| it.program == *program_name && it.reduction == *name;
                let series = points.iter().filter(of_series).filter(|it| panel.value(it) > 0.0);
                self.series(panel, &scale, &series.collect::<Vec<_>>(), &names.look(program, reduction));
            }
        }
        self.line(format_args!("</g>"));
    }

    fn axes(&mut self, panel: &Panel, scale: &Scale) {
        for exponent in scale.low..=scale.high {
            let y = scale.y(10f64.powi(exponent));
            self.grid_line([0.0, y, PANEL_WIDTH, y]);
            self.text(-8.0, y + 4.0, "text-anchor=\"end\"", &panel.quantity().tick(exponent));
        }
        for at in scale.ticks() {
            let x = scale.x(at);
            self.grid_line([x, 0.0, x, PANEL_HEIGHT]);
            self.text(x, PANEL_HEIGHT + 18.0, "text-anchor=\"middle\"", &at.to_string());
        }
    }

    fn series(&mut self, panel: &Panel, scale: &Scale, series: &[&Point<'_>], look: &Look) {
        let Some(first) = series.first() else { return };
        let at = |it: &Point<'_>| (scale.x(it.at), scale.y(panel.value(it)));
        let mut sorted = series.to_vec();
        sorted.sort_by_key(|it| it.at);
        self.line(format_args!("<g><title>{} {}</title>", escaped(first.program), escaped(first.reduction)));
        self.polyline(&sorted.iter().map(|it| at(it)).collect::<Vec<_>>(), look);
        for point in sorted {
            let Point { program, reduction, at: place, values } = point;
            let Subject { over, quantities: [left, right] } = panel.subject;
            let (left, right) = (left.words(values[0]), right.words(values[1]));
            let about = format!("{program} {reduction}, {over} {place}: {left}, {right}");
            self.mark(at(point), look, &about);
        }
        self.line(format_args!("</g>"));
    }

    fn polyline(&mut self, points: &[(f64, f64)], look: &Look) {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let Look { colour, dash, width, .. } = look;
        self.line(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.1}\" \
             stroke-dasharray=\"{dash}\" stroke-opacity=\"0.8\"/>",
            points.join(" ")
        ));
    }

    /// Circle, square, triangle, diamond, or a triangle that stands on its tip.
    fn mark(&mut self, (x, y): (f64, f64), look: &Look, about: &str) {
        let r = 3.0 + look.width / 2.0;
        let corners = match look.shape {
            0 => Vec::new(),
            1 => vec![(-r, -r), (r, -r), (r, r), (-r, r)],
            2 => vec![(0.0, -r), (r, r), (-r, r)],
            3 => vec![(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)],
            _ => vec![(0.0, r), (r, -r), (-r, -r)],
        };
        let shape = if corners.is_empty() {
            format!("circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"")
        } else {
            let corners: Vec<_> = corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
            format!("polygon points=\"{}\"", corners.join(" "))
        };
        let kind = if look.shape == 0 { "circle" } else { "polygon" };
        let (colour, about) = (&look.colour, escaped(about));
        self.line(format_args!(
            "<{shape} class=\"page\" stroke=\"{colour}\" stroke-width=\"1.5\"><title>{about}</title></{kind}>"
        ));
    }

    /// A line for each program, a column for each reduction, and a sample where there are points of both.
    fn legend(&mut self, legend: &Legend, points: &[Point<'_>], names: &Names<'_>) {
        let Legend { top, label_width, column_width } = *legend;
        let column = |index: usize| LEFT + label_width + column_width * index as f64;
        for (index, name) in names.reductions.iter().enumerate() {
            self.text(column(index), top, "", name);
        }
        for (row, program) in names.programs.iter().enumerate() {
            let y = top + LEGEND_LINE * (row as f64 + 1.0);
            self.text(LEFT, y, "", program);
            for (index, reduction) in names.reductions.iter().enumerate() {
                if points.iter().any(|it| it.program == *program && it.reduction == *reduction) {
                    let (look, left, middle) = (names.look(row, index), column(index), y - 4.0);
                    self.polyline(&[(left, middle), (left + 60.0, middle)], &look);
                    self.mark((left + 30.0, middle), &look, &format!("{program} {reduction}"));
                }
            }
        }
    }
}

/// As text of XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: Subject =
        Subject { over: "size", quantities: [Quantity::Count("executions"), Quantity::Seconds("time")] };

    fn point<'a>(program: &'a str, reduction: &'a str, at: u64, executions: u64) -> Point<'a> {
        Point { program, reduction, at, values: [executions as f64, executions as f64 / 1000.0] }
    }

    /// Every tag is closed in turn, text has no bare `<`, and no coordinate is out of bounds or no number.
    pub fn assert_well_formed(svg: &str) {
        let mut open = Vec::new();
        for (index, part) in svg.split('<').enumerate() {
            let Some((tag, text)) = part.split_once('>') else {
                assert!(index == 0 && part.is_empty(), "outside of a tag: {part}");
                continue;
            };
            assert!(!text.contains('>'), "{text}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            let name = tag.split([' ', '/']).next().unwrap_or_default();
            if let Some(closed) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(closed), "{tag}");
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        assert!(open.is_empty(), "{open:?}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn every_series_is_drawn_twice_and_explained() {
        let points: Vec<_> = ["one", "a<b>&\"c\""]
            .into_iter()
            .flat_map(|program| {
                ["source", "optimal", "value"].into_iter().flat_map(move |reduction| {
                    (1..=4).map(move |size| point(program, reduction, size, 10u64.pow(size as u32)))
                })
            })
            .collect();
        let svg = draw("a & b", SIZES, &points);
        assert_well_formed(&svg);
        for series in ["one source", "one value", "a&lt;b&gt;&amp;&quot;c&quot; optimal"] {
            assert_eq!(svg.matches(&format!("<g><title>{series}</title>")).count(), 2, "{series}");
            assert_eq!(svg.matches(&format!("<title>{series}</title></")).count(), 1, "{series} in the legend");
        }
        assert_eq!(svg.matches("<polyline").count(), 3 * 6);
        for text in [">executions (logarithmic)<", ">time (logarithmic)<", ">size<", ">10k<", ">10 ms<", ">a &amp; b<"]
        {
            assert!(svg.contains(text), "{text}");
        }
        assert_eq!(svg, draw("a & b", SIZES, &points), "same points, same bytes");
    }

    #[test]
    fn nothing_and_little_do_not_break_it() {
        let nothing = draw("nothing", SIZES, &[]);
        assert_well_formed(&nothing);
        assert_eq!(nothing.matches("nothing to draw").count(), 2);
        let single = draw("single", SIZES, &[point("one", "source", 7, 1)]);
        assert_well_formed(&single);
        assert_eq!(single.matches("one source, size 7: 1 executions").count(), 2);
        // What a logarithmic axis does not have is left out.
        let zero = draw("zero", SIZES, &[point("one", "source", 1, 0), point("one", "source", 2, 5)]);
        assert_well_formed(&zero);
        assert_eq!(zero.matches("size 1: ").count(), 0);
        let large = draw("large", SIZES, &[point("one", "source", u64::MAX, 1), point("one", "source", 0, u64::MAX)]);
        assert_well_formed(&large);
    }
    #[test]
    fn the_reductions_of_a_single_program_have_colours() {
        let colours = |points: &[Point<'_>]| {
            let svg = draw("colours", SIZES, points);
            COLOURS.iter().filter(|it| svg.contains(**it)).count()
        };
        let mut points = vec![point("one", "source", 1, 2), point("one", "optimal", 1, 3), point("one", "value", 1, 3)];
        assert_eq!(colours(&points), 3);
        points.push(point("two", "source", 1, 2));
        assert_eq!(colours(&points), 2);
    }
}
