//! A violation: what is wrong, what is known about it, and the run to walk through.

use super::data;
use super::markup::{Markup, capital};
use super::names::Names;
use super::run::Run;
use super::source_text::{Marks, listing};
use super::timeline::{Extent, timeline};
use super::{sequence, state};
use crate::places::Places;
use crate::trace::code_to_show;
use event::{Counterexample, Property};
use serde_json::Value;
use source::{Sources, Span};

/// How the run can be had once more.
#[derive(Clone, Copy)]
pub enum Again<'a> {
    /// By checking these files.
    Check(&'a [String]),
    /// The user knows: this is a replay already.
    Nothing,
}

/// All violations, one of which is seen at a time; what the script has to know of each.
pub fn violations(
    body: &mut Markup,
    all: &[(Property, &Counterexample)],
    sources: &Sources,
    named: &[String],
    again: Again<'_>,
) -> Vec<Value> {
    if all.len() > 1 {
        tabs(body, all);
    }
    let mut found = Vec::new();
    for (violation, &(property, example)) in all.iter().enumerate() {
        let names = Names { violation };
        let run = Run::violating(property, example);
        let label = names.own("title");
        body.open("section", &[("class", &"violation"), ("id", &names.part()), ("aria-labelledby", &label)]);
        explanation(body, property, example, sources, &names, again);
        if run.stops() > 0 {
            walk(body, &run, sources, named, &names);
        }
        body.close();
        found.push(data::of(&run, sources));
    }
    found
}

fn tabs(body: &mut Markup, all: &[(Property, &Counterexample)]) {
    body.open("nav", &[("class", &"tabs"), ("aria-label", &"violations")]);
    for (violation, (property, example)) in all.iter().enumerate() {
        let names = Names { violation };
        let target = format!("#{}", names.part());
        body.open("a", &[("href", &target), ("data-violation", &violation), ("title", &example.summary)]);
        body.element("strong", &[], property.name()).text(" ");
        body.element("span", &[], &example.summary.replace('`', "")).close();
    }
    body.close();
}

/// What is wrong, in words.
fn explanation(
    body: &mut Markup,
    property: Property,
    example: &Counterexample,
    sources: &Sources,
    names: &Names,
    again: Again<'_>,
) {
    body.open("div", &[("class", &"card explanation")]);
    body.open("div", &[("class", &"what-is-wrong")]);
    body.open("p", &[("class", &"property")]).element("span", &[("class", &"badge")], property.name());
    body.text(" ").text(violated(property));
    if let Some(code) = code_to_show(property, example) {
        body.text(" ").element("code", &[], code);
    }
    body.close();
    body.open("h2", &[("id", &names.own("title"))]).prose(&capital(&example.summary)).close();
    place(body, example.position, sources, names);
    if !example.operands.is_empty() {
        body.open("ul", &[("class", &"operands"), ("aria-label", &"values")]);
        for operand in &example.operands {
            body.open("li", &[]).element("code", &[], &format!("{} = {}", operand.name, operand.value)).close();
        }
        body.close();
    }
    body.close().open("div", &[("class", &"what-is-known")]);
    if !example.details.is_empty() {
        body.open("ul", &[("class", &"details")]);
        for line in &example.details {
            let class = if line.text.starts_with(' ') { "further" } else { "detail" };
            body.open("li", &[("class", &class)]).prose(line.text.trim());
            if line.position.is_some() {
                let target = format!("#{}", names.line(line.position.file, line.position.line));
                // The file is named above, unless it is another one.
                let place = match line.position.file == example.position.file {
                    true => format!("line {}", line.position.line),
                    false => described(sources, line.position),
                };
                body.text(" ").element("a", &[("href", &target)], &place);
            }
            body.close();
        }
        body.close();
    }
    if let Some(passing) = &example.passing {
        body.open("p", &[("class", &"passing")]).element("strong", &[], "It would have passed");
        body.text(" if ").prose(&passing.text).text(". ").open("span", &[("class", &"links")]);
        let (one, two) = passing.reversed;
        for (stop, separator) in [(one, " and "), (two, "")] {
            let target = format!("#{}", names.step(stop));
            body.element("a", &[("href", &target)], &format!("step {}", stop + 1)).text(separator);
        }
        body.close().close();
    }
    if let Again::Check(files) = again {
        let commands = format!("raddle check {} --save-trace trace.json\nraddle replay -i trace.json", quoted(files));
        body.open("details", &[("class", &"again")]).element("summary", &[], "Run it again");
        body.element("p", &[], "With the options that it was checked with:");
        body.element("pre", &[], &commands).close();
    }
    body.close().close();
}

/// Where it is, with the line.
fn place(body: &mut Markup, position: Span, sources: &Sources, names: &Names) {
    if !position.is_some() {
        return;
    }
    body.open("p", &[("class", &"where")]);
    let target = format!("#{}", names.line(position.file, position.line));
    body.element("a", &[("href", &target)], &described(sources, position));
    if let Some(line) = sources.line(position) {
        body.text(" ").element("code", &[], line.trim());
    }
    body.close();
}

fn described(sources: &Sources, position: Span) -> String {
    let name = sources.get(position.file).map_or("", |it| it.name.as_str());
    format!("{name}:{}", position.line)
}

/// What a property forbids, now that it has happened.
fn violated(property: Property) -> &'static str {
    match property {
        Property::Reach => "an assertion fails, or an error is reached",
        Property::Deadlock => "threads wait for ever",
        Property::Memory => "memory or the library is misused",
        Property::Overflow => "arithmetic has no defined result",
        Property::Race => "two accesses are not ordered",
        Property::Exception => "nobody gets an exception",
    }
}

/// File names as a shell takes them.
fn quoted(files: &[String]) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "/._-+,:@".contains(it);
    let one = |file: &String| match !file.is_empty() && file.chars().all(is_plain) {
        true => file.clone(),
        false => format!("'{}'", file.replace('\'', "'\\''")),
    };
    files.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// The controls, the picture, the program, and what is known.
pub fn walk(body: &mut Markup, run: &Run<'_>, sources: &Sources, named: &[String], names: &Names) {
    let positions: Vec<Span> = (0..run.stops()).flat_map(|it| run.positions(it)).collect();
    let places = Places::of(positions.iter().copied(), sources);
    let extents = Extent::of(run);
    body.open("div", &[("class", &"walk"), ("data-stops", &run.stops())]);
    controls(body, run, extents, names);
    body.open("div", &[("class", &"panels")]);
    panel(body, "picture", if run.diagram.is_some() { "Messages" } else { "Timeline" }, names);
    for &extent in extents {
        body.append(match &run.diagram {
            Some(diagram) => sequence::diagram(run, diagram, extent, &places),
            None => timeline(run, extent, names, &places),
        });
    }
    body.close().close();
    let mut marks = Marks::default();
    for stop in 0..run.stops() {
        for position in run.positions(stop) {
            marks.stop(stop, position);
        }
    }
    marks.wrong(run.position);
    run.ends.iter().for_each(|it| marks.wrong(it.position));
    panel(body, "source", "Program", names);
    body.append(listing(sources, named, &marks, names)).close().close();
    panel(body, "state", "State", names);
    body.append(state::tables(run)).close().close();
    if let Some(diagram) = &run.diagram {
        panel(body, "list", "Steps in words", names);
        body.append(sequence::words(run, diagram, names, &places)).close().close();
    }
    body.close().close();
}

/// A part of the screen that scrolls by itself.
fn panel(body: &mut Markup, class: &'static str, title: &str, names: &Names) {
    let id = names.own(class);
    body.open("section", &[("class", &format!("panel {class}")), ("aria-labelledby", &id)]);
    body.element("h3", &[("class", &"panel-title"), ("id", &id)], title);
    body.open("div", &[("class", &"scroll"), ("tabindex", &0), ("role", &"group"), ("aria-labelledby", &id)]);
}

/// What moves the current step. Only the script makes it work, and only with it is it seen.
fn controls(body: &mut Markup, run: &Run<'_>, extents: &[Extent], names: &Names) {
    let last = run.stops();
    body.open("div", &[("class", &"cockpit needs-script")]);
    body.open("div", &[("class", &"controls"), ("role", &"group"), ("aria-label", &"move through the steps")]);
    body.open("div", &[("class", &"buttons")]);
    for (action, before, word, behind, label, key) in [
        ("first", "|◀", "First", "", "First step", "Home"),
        ("back-switch", "◀◀", "Switch", "", "Previous switch of threads", "p"),
        ("back", "◀", "Back", "", "Step back", "←"),
        ("forward", "", "Forward", "▶", "Step forward", "→"),
        ("forward-switch", "", "Switch", "▶▶", "Next switch of threads", "n"),
        ("last", "", "Last", "▶|", "Last step", "End"),
    ] {
        let title = format!("{label} ({key})");
        body.open("button", &[("type", &"button"), ("data-do", &action), ("title", &title), ("aria-label", &label)]);
        for (name, text) in [("i", before), ("span", word), ("i", behind)] {
            if !text.is_empty() {
                body.element(name, &[], text).text(" ");
            }
        }
        body.close();
    }
    body.close();
    let id = names.own("slider");
    body.element("label", &[("class", &"unseen"), ("for", &id)], "step");
    body.empty(
        "input",
        &[("type", &"range"), ("id", &id), ("min", &1), ("max", &last), ("value", &last), ("step", &1)],
    );
    body.element("output", &[("class", &"position"), ("for", &id)], "");
    if extents.len() > 1 {
        let hidden = (0..run.stops()).filter(|&it| !run.matters(it)).count();
        let label = if hidden == 0 { "all rows".to_owned() } else { format!("all steps ({hidden} more)") };
        body.open("label", &[("class", &"fold"), ("title", &"Show steps that do not matter (f)")]);
        body.empty("input", &[("type", &"checkbox"), ("data-do", &"fold")]).text(" ").text(&label).close();
    }
    body.close();
    body.open("div", &[("class", &"now"), ("aria-live", &"polite")]);
    body.element("span", &[("class", &"now-step")], "").element("span", &[("class", &"now-who pill")], "");
    body.element("span", &[("class", &"now-says")], "").element("span", &[("class", &"now-place")], "");
    body.element("span", &[("class", &"now-behind")], "").close().close();
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn file_names_are_what_a_shell_takes() {
        let files = ["a.c", "dir/b-1.c", "two words.c", "it's.c", "$(rm).c"].map(str::to_owned);
        assert_eq!(quoted(&files), "a.c dir/b-1.c 'two words.c' 'it'\\''s.c' '$(rm).c'");
    }
}
