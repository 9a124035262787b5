//! An execution as messages between actors.

use super::names::People;
use crate::actors::{Actors, Happening, Note};
use crate::code::{Fate, MAIN};
use event::{Column, Diagram, Row, ThreadId, What};
use rustc_hash::FxHashMap;
use source::Span;

/// Draws the execution that the actors have run.
pub(super) fn draw(actors: &Actors, people: &People, matters: &[bool]) -> Diagram {
    let mut columns: Vec<Column> =
        (0..people.groups.len()).map(|it| Column { name: people.group(it).to_owned(), ends: Vec::new() }).collect();
    for (reference, object) in actors.objects() {
        let class = &actors.code().classes[object.class.0 as usize];
        let column = people.index(object.group);
        let is_alone = people.is_alone(actors, reference);
        // What a class is given and never changes was shown when the object was made.
        let footprint = &actors.code().footprints.classes[object.class.0 as usize];
        for (field, (name, value)) in class.fields.iter().zip(&object.fields).enumerate() {
            if footprint.cells[field].is_none() {
                continue;
            }
            let value = people.value(actors, value);
            let owner = if is_alone { String::new() } else { format!("{}.", people.object(reference)) };
            columns[column].ends.push(format!("{owner}{name} = {value}"));
        }
    }
    let mut rows = Vec::new();
    // Where each task that has begun waits.
    let mut waits: FxHashMap<ThreadId, Span> = FxHashMap::default();
    for (number, &matters) in matters.iter().enumerate() {
        let notes: Vec<&Note> = actors.notes.iter().filter(|it| it.step == number).collect();
        let Some(task) = notes.first().map(|it| it.task) else { continue };
        let column = people.group_of(actors, task);
        let body = actors.code().body(actors.task(task).body);
        let (runs, position) = match waits.get(&task) {
            Some(&waited) => (format!("{} goes on", people.method_of(actors, task)), waited),
            None => (first_words(actors, people, task), body.span),
        };
        rows.push(Row { step: number, column, position, what: What::Runs(runs), matters });
        for note in notes {
            waits.insert(task, note.span);
            if let Some(what) = row(actors, people, note, column) {
                rows.push(Row { step: number, column, position: note.span, what, matters });
            }
        }
    }
    Diagram { columns, rows }
}

/// A task that begins, with its arguments.
fn first_words(actors: &Actors, people: &People, task: ThreadId) -> String {
    if actors.task(task).body == MAIN {
        return "main block".to_owned();
    }
    let call = actors.notes.iter().find_map(|it| match &it.what {
        Happening::Calls(callee, arguments) if *callee == task => Some(people.values(actors, arguments)),
        _ => None,
    });
    format!("{}({})", people.method_of(actors, task), call.unwrap_or_default())
}

fn row(actors: &Actors, people: &People, note: &Note, column: usize) -> Option<What> {
    let text = people.happening(actors, note.task, &note.what);
    Some(match &note.what {
        Happening::Calls(callee, _) => What::Calls { to: people.group_of(actors, *callee), text },
        Happening::Makes(object, _) => {
            let to = people.index(actors.object(*object).group);
            if to == column {
                What::Does(text)
            } else {
                What::Creates { to, text: text.trim_start_matches("new ").to_owned() }
            }
        }
        Happening::Ends => {
            let task = actors.task(note.task);
            match task.maker.filter(|_| task.fate != Fate::Dropped) {
                Some(maker) => What::Answers { to: people.group_of(actors, maker), text },
                None => return None,
            }
        }
        Happening::Fails(_) => What::Fails(text),
        // What is assigned before the object is there belongs to how it is made.
        Happening::Field(object, ..) if people.index(actors.object(*object).group) != column => return None,
        Happening::Field(..) | Happening::Prints(_) | Happening::Chooses(_) | Happening::Waits(_) => What::Does(text),
    })
}
