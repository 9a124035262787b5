//! One actor program: what the reference knows of it, and what every reduction says.

use super::{Answer, Checked, Engines, Limits};
use crate::actors::agree::{self, Agreement, agree, load};
use crate::actors::generate::{self, Model};
use crate::actors::reference::Refusal;
use crate::panics::guarded;
use crate::states;
use event::Property;

/// The program of a seed.
pub(super) fn program(seed: u64) -> Model {
    generate::program(seed, &generate::Size { circles: seed.is_multiple_of(4), ..generate::Size::default() })
}

/// What the engine says about a program. There is one for actors.
pub(super) fn check(text: &str, engines: Engines, limits: &Limits) -> Checked {
    let mut checked = Checked::default();
    if !engines.explore {
        return checked;
    }
    let program = match guarded(|| load(text)) {
        Ok(Ok(program)) => program,
        Ok(Err(complaint)) => {
            checked.reject(complaint);
            return checked;
        }
        Err(complaint) => {
            checked.ask("front end", || Err(complaint));
            return checked;
        }
    };
    let own = agree::Limits { states: limits.states, ..agree::Limits::default() };
    let mut refused = None;
    let mut ends = true;
    let mut violated = Vec::new();
    checked.ask("actors: naive, source, optimal", || match agree(&program, &own, None)? {
        Agreement::Full(report, figures) => {
            let all = [
                (Property::Reach, report.assertion),
                (Property::Deadlock, report.deadlock || report.hangs),
                (Property::Exception, report.exception),
            ];
            ends = !report.circles;
            violated = all.into_iter().filter(|it| it.1).map(|it| it.0.name()).collect();
            Ok(match figures.is_counted || !ends {
                true => Answer::DECIDED,
                false => Answer::undecided("without the number of classes"),
            })
        }
        Agreement::Refused(why) => {
            let reason = format!("{why:?}");
            refused = Some(why);
            Ok(Answer::undecided(reason))
        }
    });
    checked.violated = violated;
    if let Some(refusal) = refused {
        checked.is_too_large = matches!(refusal, Refusal::TooLarge | Refusal::Endless);
        return checked;
    }
    // Where not all executions end, those that compare states have been asked already.
    for is_dynamic in [false, true].into_iter().filter(|_| ends) {
        let name = format!("actors: context, state ({})", if is_dynamic { "dynamic" } else { "static" });
        checked.ask(name, || {
            let code = abs::compile(&program);
            let code = if is_dynamic { code.with_dynamic_dependence() } else { code };
            let limits = states::Limits { interleaved: 8_000, steps: 50_000 };
            let Some(figures) = states::of_actors(&code, &states::REDUCTIONS, &limits)? else {
                return Ok(Answer::undecided("too long by brute force"));
            };
            let too_long = figures.reductions.iter().filter(|it| it.is_too_long).count() as u64;
            let decided = figures.reductions.len() as u64 - too_long;
            Ok(Answer::Agrees { decided, undecided: vec![("too long".to_owned(), too_long)] })
        });
    }
    checked
}
