//! Closure and realization against brute force: closed if and only if realizable, by necessary orderings only.

use super::brute::{Found, agreeing, agrees};
use super::random::Kind;
use super::sketch::{Relation, Sketch, Step};
use super::{check_all, ensure};
use crate::annotated::closure::Rules;
use crate::annotated::order::{Event, EventId, Order};
use crate::annotated::realize::realize;
use crate::toolbox::clock::{Clock, Narrow, Tiny, Wide};

const BOTH: [Rules; 2] = [Rules::Few, Rules::Literal];

/// Closes a whole order at once; what the closure says, if there is one.
fn close_at_once<C: Clock>(sketch: &Sketch, rules: Rules, found: &Found) -> Result<Option<Relation>, String> {
    let said = sketch.relation();
    let mut order: Order<C> = sketch.build(rules);
    ensure(Relation::of(&order) == said, || "something else is built".to_owned())?;
    let is_closed = order.close();
    ensure(is_closed == (found.count > 0), || {
        format!("{rules:?}, closed: {is_closed}, but {} linearizations agree", found.count)
    })?;
    if !is_closed {
        return Ok(None);
    }
    let closure = Relation::of(&order);
    ensure(said.is_within(&closure), || format!("{rules:?} forgets what was ordered"))?;
    ensure(found.always_has(&closure), || format!("{rules:?}: something unnecessary in {closure:?}"))?;
    let execution = realize(&order, order.len());
    ensure(agrees(sketch, &closure, &execution), || format!("{rules:?}: {execution:?} does not agree"))?;
    let mark = order.mark();
    ensure(order.close() && order.mark() == mark, || format!("{rules:?}: closed once more"))?;
    // What is added later does not matter.
    for thread in (0..sketch.births.len()).rev() {
        let index = order.of_thread(thread).len() as u32;
        order.push(Event { writes: Some(1), ..Event::new(thread, index, 0) }, None);
    }
    ensure(realize(&order, execution.len()) == execution, || format!("{rules:?}: not of the first events only"))?;
    Ok(Some(closure))
}

#[test]
fn orders_have_a_closure_if_and_only_if_they_are_realizable() {
    let (mut all, mut realizable, mut pairs) = (0, 0, [0, 0]);
    check_all(50_000, Kind::Foreseeing, |seed, sketch| {
        let sketch = &sketch.ordered();
        let found = agreeing(sketch, &sketch.relation());
        let close = |rules: Rules| match seed % 8 {
            0 => close_at_once::<Wide>(sketch, rules, &found),
            1 => close_at_once::<Narrow>(sketch, rules, &found),
            _ => close_at_once::<Tiny>(sketch, rules, &found),
        };
        all += 1;
        if let (Some(few), Some(literal)) = (close(Rules::Few)?, close(Rules::Literal)?) {
            realizable += 1;
            ensure(few.is_within(&literal), || format!("fewer rules order more: {few:?} {literal:?}"))?;
            pairs[0] += few.pairs();
            pairs[1] += literal.pairs();
        }
        Ok(())
    });
    if all >= 1_000 {
        assert!((all / 10..all * 9 / 10).contains(&realizable), "{realizable} of {all} are realizable");
        assert!(pairs[0] < pairs[1], "fewer rules make a difference");
    }
}

/// Closes an order after each step; `None` if that fails at some point.
fn close_at_each_step<C: Clock>(sketch: &Sketch, rules: Rules) -> Option<Order<C>> {
    let mut order = sketch.start(rules);
    for &step in &sketch.steps {
        if !sketch.take(step, &mut order) || !order.close() {
            return None;
        }
    }
    Some(order)
}

#[test]
fn it_does_not_matter_when_an_order_is_closed() {
    check_all(50_000, Kind::Growing, |_, sketch| {
        let sketch = &sketch.ordered();
        for rules in BOTH {
            let mut at_once: Order<Tiny> = sketch.build(rules);
            let is_closed = at_once.close();
            let in_steps = close_at_each_step::<Tiny>(sketch, rules);
            ensure(in_steps.is_some() == is_closed, || format!("{rules:?}, at once: {is_closed}, but not in steps"))?;
            if let Some(in_steps) = in_steps {
                let [at_once, in_steps] = [Relation::of(&at_once), Relation::of(&in_steps)];
                ensure(in_steps == at_once, || format!("{rules:?}: {in_steps:?} in steps, {at_once:?} at once"))?;
            }
        }
        Ok(())
    });
}

#[test]
fn what_is_not_ordered_yet_is_left_open() {
    check_all(50_000, Kind::Growing, |_, sketch| {
        let found = agreeing(sketch, &sketch.relation());
        for rules in BOTH {
            let Some(order) = close_at_each_step::<Tiny>(sketch, rules) else {
                ensure(found.count == 0, || format!("{rules:?} gives up too early"))?;
                continue;
            };
            let closure = Relation::of(&order);
            ensure(found.always_has(&closure), || format!("{rules:?}: something unnecessary in {closure:?}"))?;
        }
        Ok(())
    });
}

/// Each beginning of an order whose leaf events are all ordered is realized, too.
#[test]
fn orders_are_realized_while_they_grow() {
    check_all(20_000, Kind::Growing, |_, sketch| {
        for rules in BOTH {
            let mut order: Order<Tiny> = sketch.start(rules);
            let mut relation = Relation::default();
            for (position, &step) in sketch.steps.iter().enumerate() {
                if !sketch.take(step, &mut order) || !order.close() {
                    break;
                }
                match step {
                    Step::Push(event) => relation.push(&sketch.directly_before(event)),
                    Step::Edge(first, then) => relation.add(first, then),
                    Step::Annotate(_) => {}
                }
                let is_annotated = !matches!(sketch.steps.get(position + 1), Some(Step::Annotate(_) | Step::Edge(..)));
                let length = order.len() as EventId;
                let is_ordered = (0..length)
                    .all(|one| (0..one).all(|it| !sketch.are_rivals(it, one) || relation.are_ordered(it, one)));
                if is_annotated && is_ordered {
                    let execution = realize(&order, order.len());
                    ensure(agrees(sketch, &relation, &execution), || format!("{rules:?}: {execution:?} at {step:?}"))?;
                }
            }
        }
        Ok(())
    });
}
