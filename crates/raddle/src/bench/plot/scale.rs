//! Where values are in a diagram, and what is written along its axes.

use super::{PANEL_HEIGHT, PANEL_WIDTH};

/// At least so much of the width is left free at both ends, so that no point is on the frame.
const MARGIN: f64 = 0.04;
/// Numbers below the axis are at least so far apart.
const APART: f64 = 26.0;

/// What a diagram shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// How many there are of something.
    Count(&'static str),
    /// How many seconds something has taken.
    Seconds(&'static str),
}

impl Quantity {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Count(name) | Quantity::Seconds(name) => name,
        }
    }

    /// The name of a power of ten.
    pub fn tick(self, exponent: i32) -> String {
        match self {
            Quantity::Count(_) => count_tick(exponent),
            Quantity::Seconds(_) => time_tick(exponent),
        }
    }

    /// A value in words.
    pub fn words(self, value: f64) -> String {
        match self {
            Quantity::Count(name) => format!("{value:.0} {name}"),
            Quantity::Seconds(_) => format!("{value:.3} s"),
        }
    }
}

/// Upwards, both ends are powers of ten, and there is at least one decade.
pub struct Scale {
    pub low: i32,
    pub high: i32,
    /// What occurs along the lower axis, in order.
    along: Vec<u64>,
}

impl Scale {
    /// A scale for points, of which there is at least one.
    pub fn new(points: &[(u64, f64)]) -> Self {
        let logs = || points.iter().map(|(_, value)| value.log10());
        let low = logs().reduce(f64::min).unwrap_or(0.0).floor() as i32;
        let high = logs().reduce(f64::max).unwrap_or(0.0).ceil() as i32;
        let mut along: Vec<_> = points.iter().map(|it| it.0).collect();
        along.sort_unstable();
        along.dedup();
        Scale { low, high: high.max(low + 1), along }
    }

    pub fn x(&self, at: u64) -> f64 {
        let (first, last) = (self.along[0], self.along[self.along.len() - 1]);
        if first == last {
            return PANEL_WIDTH / 2.0;
        }
        // Half a step is left free at both ends.
        let margin = (0.5 / ((last - first) as f64 + 1.0)).max(MARGIN);
        PANEL_WIDTH * (margin + (1.0 - 2.0 * margin) * (at - first) as f64 / (last - first) as f64)
    }

    pub fn y(&self, value: f64) -> f64 {
        PANEL_HEIGHT * (1.0 - (value.log10() - f64::from(self.low)) / f64::from(self.high - self.low))
    }

    /// The places that are written below the axis: those that occur, unless one is too close to the one before.
    pub fn ticks(&self) -> Vec<u64> {
        let mut ticks: Vec<u64> = Vec::new();
        for &at in &self.along {
            if ticks.last().is_none_or(|&it| self.x(at) - self.x(it) >= APART) {
                ticks.push(at);
            }
        }
        ticks
    }
}

/// The name of a power of ten among counts: 1, 10, 100, 1k, ... 100M, then 10^9.
fn count_tick(exponent: i32) -> String {
    let zeros = "0".repeat(exponent.rem_euclid(3) as usize);
    match exponent {
        0..=2 => format!("1{zeros}"),
        3..=5 => format!("1{zeros}k"),
        6..=8 => format!("1{zeros}M"),
        more => format!("10^{more}"),
    }
}

/// The name of a power of ten seconds: 1 ms, 10 ms, 100 ms, 1 s, ...
fn time_tick(exponent: i32) -> String {
    let zeros = "0".repeat(exponent.rem_euclid(3) as usize);
    match exponent {
        -6..=-4 => format!("1{zeros} µs"),
        -3..=-1 => format!("1{zeros} ms"),
        0..=2 => format!("1{zeros} s"),
        more => format!("10^{more} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_have_names() {
        assert_eq!([0, 2, 3, 5, 6, 9].map(count_tick), ["1", "100", "1k", "100k", "1M", "10^9"]);
        assert_eq!([-6, -3, -1, 0, 2, 3].map(time_tick), ["1 µs", "1 ms", "100 ms", "1 s", "100 s", "10^3 s"]);
    }

    #[test]
    fn what_occurs_is_written_below_the_axis() {
        let scale = |along: &[u64]| Scale::new(&along.iter().map(|&it| (it, 1.0)).collect::<Vec<_>>());
        assert_eq!(scale(&[15, 30, 45, 120, 30]).ticks(), [15, 30, 45, 120]);
        assert_eq!(scale(&[12, 24, 25, 99]).ticks(), [12, 24, 99]);
        let between = scale(&[1, 2, 3, 4]);
        assert_eq!([1, 4].map(|it| between.x(it)), [PANEL_WIDTH / 8.0, PANEL_WIDTH * 7.0 / 8.0], "half a step is free");
    }
}
