//! Who goes on first.

use super::super::resolve::Place;
use super::{Node, Searcher};
use event::Property;

impl Searcher<'_, '_> {
    /// The thread that is most likely meant to go on, if any of these is.
    pub(super) fn favourite(&self, node: &Node, enabled: &[usize]) -> Option<usize> {
        let marks = &node.marks;
        // Whoever has passed a waypoint finishes its statement.
        if let Some((position, statement)) = marks.recent {
            let is_there = self.follower.progress(position).statement == Some(statement);
            if is_there && enabled.contains(&position) {
                return Some(position);
            }
        }
        let points = &self.question.segments[marks.passed].follow;
        for point in points {
            let position = match point.thread {
                Some(number) => marks.position(number),
                None => marks.mover,
            };
            let Some(position) = position.filter(|it| enabled.contains(it)) else { continue };
            let progress = self.follower.progress(position);
            let rest = &progress.moments[marks.consumed(position)..];
            // It is there already, and waits for what others do.
            let waits = rest.iter().any(|it| self.is_at(point, it));
            let is_race = self.question.property == Property::Race && points.len() == 2;
            let is_at_race = is_race && matches!(point.place, Place::Target(it) if progress.statement == Some(it));
            if !waits && !is_at_race {
                return Some(position);
            }
        }
        if points.len() == 2 {
            // Both are where they should be.
            let positions = points.iter().filter_map(|it| it.thread.and_then(|it| marks.position(it)));
            if let Some(position) = positions.into_iter().find(|it| enabled.contains(it)) {
                return Some(position);
            }
        }
        let waiting = points.first().and_then(|it| it.thread).and_then(|it| marks.position(it));
        let others = || enabled.iter().copied().filter(|it| Some(*it) != waiting);
        marks.mover.filter(|it| others().any(|other| other == *it)).or_else(|| others().next())
    }
}
