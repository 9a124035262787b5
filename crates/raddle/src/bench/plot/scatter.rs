//! Two figures of each of many runs against each other, as SVG: a diagram with the same scale on both axes, so that what is
//! equal lies on its diagonal, and what is less below it.
//!
//! A series has a colour and a shape. Both axes are logarithmic.
//!
//! Start at [`draw`].

use super::{BELOW, GAP, LEFT, LEGEND_LINE, Look, Svg, TOP, colour, scale, widest};
use scale::Quantity;

const SIDE: f64 = 380.0;
/// In the legend, what is beside a name: its mark, and some space.
const BESIDE_NAME: f64 = 32.0;

/// One diagram.
pub struct Diagram<'a> {
    /// What is compared.
    pub quantity: Quantity,
    /// What lies along the lower axis.
    pub over: &'a str,
    /// What lies along the other one.
    pub of: &'a str,
    /// The runs.
    pub dots: Vec<Dot<'a>>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Dot<'a> {
    /// What it belongs to.
    pub series: &'a str,
    /// What it is.
    pub about: String,
    /// Along the lower axis, and along the other one. What is not positive is not drawn.
    pub at: [f64; 2],
}

/// Draws diagrams beside each other, with one legend.
pub fn draw(title: &str, diagrams: &[Diagram<'_>]) -> String {
    let mut series: Vec<&str> = Vec::new();
    for dot in diagrams.iter().flat_map(|it| &it.dots) {
        if !series.contains(&dot.series) {
            series.push(dot.series);
        }
    }
    let legend_top = TOP + SIDE + BELOW;
    let legend_column = BESIDE_NAME + widest(&series);
    let diagrams_width = (SIDE + GAP) * diagrams.len() as f64 - GAP;
    let width = (LEFT + diagrams_width + 24.0).max(LEFT + legend_column * series.len() as f64);
    let mut svg = Svg::default();
    svg.open(width, legend_top + LEGEND_LINE, title);
    svg.text(LEFT, 24.0, "class=\"title\"", title);
    for (index, diagram) in diagrams.iter().enumerate() {
        svg.line(format_args!("<g transform=\"translate({:.1} {TOP:.1})\">", LEFT + (SIDE + GAP) * index as f64));
        svg.diagram(diagram, &series);
        svg.line(format_args!("</g>"));
    }
    for (index, name) in series.iter().enumerate() {
        let x = LEFT + legend_column * index as f64;
        svg.mark((x, legend_top - 4.0), &look(index), name);
        svg.text(x + 12.0, legend_top, "", name);
    }
    svg.text += "</svg>\n";
    svg.text
}

fn look(series: usize) -> Look {
    Look { colour: colour(series), dash: "none", shape: series % 5, width: 2.0 }
}

/// Powers of ten that everything lies between, at least one decade.
fn decades(dots: &[&Dot<'_>]) -> (i32, i32) {
    let logs = || dots.iter().flat_map(|it| it.at).map(f64::log10);
    let low = logs().reduce(f64::min).unwrap_or(0.0).floor() as i32;
    let high = logs().reduce(f64::max).unwrap_or(0.0).ceil() as i32;
    (low, high.max(low + 1))
}

impl Svg {
    fn diagram(&mut self, diagram: &Diagram<'_>, series: &[&str]) {
        let dots: Vec<_> = diagram.dots.iter().filter(|it| it.at.iter().all(|it| *it > 0.0)).collect();
        let (low, high) = decades(&dots);
        let place = |value: f64| SIDE * (value.log10() - f64::from(low)) / f64::from(high - low);
        for exponent in low..=high {
            let at = place(10f64.powi(exponent));
            self.grid_line([at, 0.0, at, SIDE]);
            self.grid_line([0.0, SIDE - at, SIDE, SIDE - at]);
            let tick = diagram.quantity.tick(exponent);
            self.text(at, SIDE + 18.0, "text-anchor=\"middle\"", &tick);
            self.text(-8.0, SIDE - at + 4.0, "text-anchor=\"end\"", &tick);
        }
        self.line(format_args!(
            "<line class=\"frame\" stroke-dasharray=\"4 4\" x1=\"0\" y1=\"{SIDE:.1}\" x2=\"{SIDE:.1}\" y2=\"0\"/>"
        ));
        self.line(format_args!("<rect class=\"frame\" width=\"{SIDE:.1}\" height=\"{SIDE:.1}\"/>"));
        let name = diagram.quantity.name();
        self.text(-LEFT + 20.0, -12.0, "", &format!("{name}: {}", diagram.of));
        self.text(SIDE / 2.0, SIDE + 40.0, "text-anchor=\"middle\"", diagram.over);
        for dot in dots {
            let index = series.iter().position(|it| *it == dot.series).unwrap_or(0);
            let words = dot.at.map(|it| diagram.quantity.words(it));
            let about = format!("{}: {} ({}), {} ({})", dot.about, words[0], diagram.over, words[1], diagram.of);
            self.mark((place(dot.at[0]), SIDE - place(dot.at[1])), &look(index), &about);
        }
        if diagram.dots.is_empty() {
            self.text(SIDE / 2.0, SIDE / 2.0, "text-anchor=\"middle\"", "nothing to draw");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::assert_well_formed;
    use super::*;

    #[test]
    fn what_is_equal_lies_on_the_diagonal() {
        let dot = |series, at| Dot { series, about: "a & b".to_owned(), at };
        let dots = vec![dot("one", [10.0, 10.0]), dot("two", [1000.0, 1.0]), dot("two", [0.0, 5.0])];
        let diagram = Diagram { quantity: Quantity::Count("executions"), over: "published", of: "ours", dots };
        let svg = draw("a title", &[diagram]);
        assert_well_formed(&svg);
        // Three decades on each side: a tenth of the range is a third of the side.
        let third = SIDE / 3.0;
        assert!(svg.contains(&format!("<circle cx=\"{third:.1}\" cy=\"{:.1}\"", SIDE - third)), "{svg}");
        assert_eq!(svg.matches("a &amp; b: ").count(), 2, "what is not positive is not drawn: {svg}");
        assert!(svg.contains("a &amp; b: 1000 executions (published), 1 executions (ours)"), "{svg}");
    }

    #[test]
    fn nothing_does_not_break_it() {
        let diagram = Diagram { quantity: Quantity::Seconds("CPU time"), over: "x", of: "y", dots: Vec::new() };
        let svg = draw("nothing", &[diagram]);
        assert_well_formed(&svg);
        assert!(svg.contains("nothing to draw"), "{svg}");
    }
}
