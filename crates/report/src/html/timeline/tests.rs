use super::layout::{GAP, LINE, Layout, PADDING, Sign, What, sign};
use super::*;
use crate::html::tests::{effect, example, place, step};
use event::{Access, Property, ThreadId};

#[test]
fn rows_follow_each_other_without_gaps_and_lanes_do_not_overlap() {
    let example = example();
    let run = Run::violating(Property::Reach, &example);
    let layout = Layout::new(&run, Extent::Full);
    assert_eq!(layout.rows.len(), 12);
    let mut top = 0;
    for row in &layout.rows {
        assert_eq!(row.top, top);
        assert!(row.y > row.top && row.y < row.top + row.height);
        top += row.height;
    }
    assert_eq!(layout.height, top);
    assert!(layout.lanes.windows(2).all(|it| it[1].x >= it[0].x + 40));
    assert!(layout.lanes.iter().all(|it| it.x < layout.width));
    assert_eq!(layout.rows.iter().filter(|it| it.is_wrong).count(), 1);
}

#[test]
fn what_is_folded_away_leaves_a_gap_of_its_own_height() {
    let mut example = example();
    for step in [2, 3, 4] {
        example.steps[step].matters = false;
    }
    let run = Run::violating(Property::Reach, &example);
    assert_eq!(Extent::of(&run), [Extent::Folded, Extent::Full]);
    let (folded, full) = (Layout::new(&run, Extent::Folded), Layout::new(&run, Extent::Full));
    let gaps: Vec<usize> = folded
        .rows
        .iter()
        .filter_map(|it| match it.what {
            What::Gap(hidden) => Some(hidden),
            What::Stop { .. } => None,
        })
        .collect();
    assert_eq!(gaps, [3]);
    assert_eq!(full.height - folded.height, 3 * (LINE + PADDING) - GAP);
    // Nothing that the first thread does is left, so it has no lane.
    assert_eq!((folded.lanes.len(), full.lanes.len()), (2, 3));
    assert!(folded.row(3).is_none() && folded.row(5).is_some_and(|it| it.lane == 1 && it.thread == 2));
}

#[test]
fn a_step_that_does_several_things_is_higher() {
    let mut example = example();
    example.steps[3].effects.push(effect(4, "reads y: 0", None));
    let run = Run::violating(Property::Reach, &example);
    let layout = Layout::new(&run, Extent::Full);
    assert_eq!(layout.row(3).map(|it| it.height), Some(PADDING + 2 * LINE));
    assert_eq!(layout.row(2).map(|it| it.height), Some(PADDING + LINE));
}

#[test]
fn the_sign_is_that_of_what_concerns_others_most() {
    let of = |accesses: &[Access]| sign(&step(0, accesses, effect(1, "", None)));
    assert_eq!(of(&[]), Sign::Other);
    assert_eq!(of(&[Access::Read(place(1)), Access::Write(place(1))]), Sign::Write);
    assert_eq!(of(&[Access::Write(place(1)), Access::Spawn(ThreadId(1))]), Sign::Start);
    assert_eq!(of(&[Access::Unlock(place(1))]), Sign::Unlock);
}

/// A picture of very many steps and arrows is drawn in lanes of ordinary width.
#[test]
fn long_runs_stay_narrow() {
    let mut example = example();
    let round: Vec<_> = example.steps[2..9].to_vec();
    for _ in 0..100 {
        example.steps.splice(9..9, round.iter().cloned());
    }
    let run = Run::violating(Property::Reach, &example);
    let layout = Layout::new(&run, Extent::Full);
    assert!(layout.rows.len() > 700 && layout.width < 200);
    let edges = edges(&run, |_| true);
    let drawn = draw::lanes(&run, &layout, &edges).finish();
    assert_eq!(drawn.matches("class=\"arrow ").count(), edges.len());
    assert!(edges.iter().filter(|it| !it.is_implied).count() < edges.len());
}
