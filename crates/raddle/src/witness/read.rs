//! Reads a witness, strictly: what the format does not have is an error at its line.
//!
//! These are the rules, besides that keys are known, there, and of their kind:
//!
//! 1. A file is a list. A violation witness has one entry, `violation_sequence`; a correctness witness has entries of the kind
//!    `invariant_set`, and may have ghost variables of type `int` (`ghost_instrumentation`), whose changes name them.
//! 2. Every file of the task has a SHA-256.
//! 3. A segment has waypoints to avoid and one to follow, which is the last one. The one of the last segment is the target, and
//!    there is no other. The target of a data race is two waypoints in one segment.
//! 4. Assumptions, branchings and returns have a constraint, nothing else has. It is in C, with `\result` for returns.
//! 5. Only version 2.2 has threads. Then every waypoint has one, and it was started by a waypoint before.

mod node;

use super::specification::Formula;
use node::Node;
use report::witness::{
    Action, Constraint, Format, Ghost, GhostUpdate, Invariant, InvariantKind, InvariantSet, Location, Metadata,
    Producer, Task, ViolationSequence, Waypoint, WaypointKind,
};

/// A witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Witness {
    /// Of a violation.
    Violation(ViolationSequence),
    /// Of correctness; several entries are one.
    Correctness(InvariantSet),
}

/// What is wrong with a witness: the line, and why.
pub type Wrong = (usize, String);

/// Reads a witness.
pub fn parse(text: &str) -> Result<Witness, Wrong> {
    let document = node::document(text)?;
    let entries = document.list("a witness")?;
    let mut invariants: Option<InvariantSet> = None;
    let mut ghosts: Vec<Ghost> = Vec::new();
    for entry in &entries {
        let entry = entry.mapping("an entry", &["entry_type", "metadata", "content"], &[])?;
        let kind = entry.key("entry_type")?;
        match kind.text("entry_type")?.as_str() {
            "violation_sequence" if entries.len() == 1 => return violation(&entry).map(Witness::Violation),
            "violation_sequence" => return Err(kind.wrong("a violation is the only entry of its witness")),
            "invariant_set" => {
                let metadata = metadata(&entry.key("metadata")?)?;
                let set = invariants.get_or_insert_with(|| InvariantSet { metadata, ..InvariantSet::default() });
                for it in entry.key("content")?.list("content")? {
                    set.invariants.push(invariant(&it)?);
                }
            }
            "ghost_instrumentation" => {
                metadata(&entry.key("metadata")?)?;
                ghosts.extend(ghost_variables(&entry.key("content")?)?);
            }
            other => return Err(kind.wrong(&format!("`{other}` is not a kind of entry"))),
        }
    }
    let with_ghosts = |it: InvariantSet| Witness::Correctness(InvariantSet { ghosts, ..it });
    invariants.map(with_ghosts).ok_or((1, "there are no invariants".to_owned()))
}

/// Ghost variables with their changes.
fn ghost_variables(content: &Node<'_>) -> Result<Vec<Ghost>, Wrong> {
    let content = content.mapping("content", &["ghost_variables", "ghost_updates"], &[])?;
    let mut ghosts = Vec::new();
    for node in content.key("ghost_variables")?.list("ghost_variables")? {
        let it = node.mapping("a ghost variable", &["name", "type", "scope", "initial"], &[])?;
        let (ty, scope) = (it.key("type")?, it.key("scope")?);
        if ty.text("type")? != "int" {
            return Err(ty.wrong("ghost variables of other types than int are not supported"));
        }
        if scope.text("scope")? != "global" {
            return Err(scope.wrong("the scope of a ghost variable is global"));
        }
        let initial = it.key("initial")?.mapping("initial", &["value", "format"], &[])?;
        let initial = c_expression(&initial)?;
        let name = it.key("name")?.text("name")?;
        ghosts.push(Ghost { name, initial, updates: Vec::new(), line: node.line() as u32 });
    }
    for node in content.key("ghost_updates")?.list("ghost_updates")? {
        let it = node.mapping("a change of ghost variables", &["location", "updates"], &[])?;
        let location = location(&it.key("location")?)?;
        for update in it.key("updates")?.list("updates")? {
            let it = update.mapping("an update", &["variable", "value", "format"], &[])?;
            let variable = it.key("variable")?;
            let name = variable.text("variable")?;
            let ghost = ghosts.iter_mut().find(|it| it.name == name);
            let ghost = ghost.ok_or_else(|| variable.wrong(&format!("there is no ghost variable `{name}`")))?;
            ghost.updates.push(GhostUpdate { location: location.clone(), value: c_expression(&it)? });
        }
    }
    Ok(ghosts)
}

/// The value of something that has a value in C.
fn c_expression(it: &node::Mapping<'_>) -> Result<String, Wrong> {
    let format = it.key("format")?;
    if format.text("format")? != "c_expression" {
        return Err(format.wrong("the format is c_expression"));
    }
    it.key("value")?.text("value")
}

fn violation(entry: &node::Mapping<'_>) -> Result<ViolationSequence, Wrong> {
    let metadata_node = entry.key("metadata")?;
    let metadata = metadata(&metadata_node)?;
    let has_threads = metadata.format_version == "2.2";
    let content = entry.key("content")?;
    let list = content.list("content")?;
    if list.is_empty() {
        return Err(content.wrong("there is no segment"));
    }
    let is_race = Formula::of(&metadata.task.specification) == Ok(Formula::NoDataRace);
    let mut segments = Vec::new();
    let mut started = 0;
    for (index, it) in list.iter().enumerate() {
        let node = it.mapping("a segment", &["segment"], &[])?.key("segment")?;
        let waypoints = node.list("segment")?;
        let waypoints = waypoints.iter().map(|it| waypoint(it, has_threads, started)).collect::<Result<Vec<_>, _>>()?;
        started += waypoints.iter().filter(|it| it.kind == WaypointKind::FunctionEnter).count();
        check_segment(&node, &waypoints, index + 1 == list.len(), is_race && has_threads)?;
        segments.push(waypoints);
    }
    Ok(ViolationSequence { metadata, segments })
}

/// Rule 3.
fn check_segment(node: &Node<'_>, waypoints: &[Waypoint], is_last: bool, is_race: bool) -> Result<(), Wrong> {
    let followed: Vec<&Waypoint> = waypoints.iter().filter(|it| it.action == Action::Follow).collect();
    let targets = waypoints.iter().filter(|it| it.kind == WaypointKind::Target).count();
    let wanted = if is_last && is_race { 2 } else { 1 };
    let line = |it: Option<&Waypoint>| it.map_or(node.line(), |it| it.line as usize);
    if followed.len() != wanted {
        let many = if wanted == 2 { "the two accesses of the race" } else { "one waypoint" };
        return Err((
            line(waypoints.first()),
            format!("this segment has to follow {many}, and follows {}", followed.len()),
        ));
    }
    if let Some(behind) =
        waypoints.iter().skip_while(|it| it.action == Action::Avoid).find(|it| it.action == Action::Avoid)
    {
        return Err((behind.line as usize, "what is to be avoided comes before what is to be followed".to_owned()));
    }
    let expected = if is_last { wanted } else { 0 };
    if targets != expected || followed.iter().filter(|it| it.kind == WaypointKind::Target).count() != expected {
        let target = waypoints.iter().find(|it| it.kind == WaypointKind::Target);
        let why = if is_last { "the last segment ends with the target" } else { "only the last segment has a target" };
        return Err((line(target.or(waypoints.last())), why.to_owned()));
    }
    Ok(())
}

fn metadata(node: &Node<'_>) -> Result<Metadata, Wrong> {
    let all = ["format_version", "uuid", "creation_time", "producer", "task"];
    let it = node.mapping("metadata", &all, &[])?;
    let version = it.key("format_version")?;
    let format_version = version.text("format_version")?;
    if !matches!(format_version.as_str(), "2.0" | "2.1" | "2.2") {
        return Err(version.wrong(&format!("version `{format_version}` of the format is not known")));
    }
    let uuid = it.key("uuid")?;
    let number = uuid.text("uuid")?;
    let lengths: Vec<usize> = number.split('-').map(str::len).collect();
    if lengths != [8, 4, 4, 4, 12] || !number.chars().all(|it| it.is_ascii_hexdigit() || it == '-') {
        return Err(uuid.wrong(&format!("`{number}` is not a UUID")));
    }
    let time = it.key("creation_time")?;
    let creation_time = time.text("creation_time")?;
    if !is_time(&creation_time) {
        return Err(time.wrong(&format!("`{creation_time}` is not a time such as 2026-01-31T12:00:00Z")));
    }
    let optional = ["configuration", "command_line", "description"];
    let producer = it.key("producer")?.mapping("producer", &["name", "version"], &optional)?;
    for key in optional {
        producer.optional(key).map(|it| it.text(key)).transpose()?;
    }
    let producer =
        Producer { name: producer.key("name")?.text("name")?, version: producer.key("version")?.text("version")? };
    Ok(Metadata { format_version, uuid: number, creation_time, producer, task: task(&it.key("task")?)? })
}

/// `2026-01-31T12:00:00Z`, with parts of a second or another zone if need be.
fn is_time(text: &str) -> bool {
    let Some((date, rest)) = text.split_once('T') else { return false };
    let digits = |text: &str, lengths: &[usize], by: char| {
        let parts: Vec<&str> = text.split(by).collect();
        parts.iter().map(|it| it.len()).eq(lengths.iter().copied())
            && parts.iter().all(|it| it.bytes().all(|it| it.is_ascii_digit()))
    };
    let zone = rest.find(['Z', '+', '-']).map(|it| rest.split_at(it));
    let Some((clock, zone)) = zone else { return false };
    let clock = clock.split_once('.').map_or(clock, |it| it.0);
    let is_zone = zone == "Z" || digits(&zone[1..], &[2, 2], ':');
    digits(date, &[4, 2, 2], '-') && digits(clock, &[2, 2, 2], ':') && is_zone
}

fn task(node: &Node<'_>) -> Result<Task, Wrong> {
    let all = ["input_files", "input_file_hashes", "specification", "data_model", "language"];
    let it = node.mapping("task", &all, &[])?;
    let files = it.key("input_files")?;
    let input_files = files.list("input_files")?.iter().map(|it| it.text("a file")).collect::<Result<Vec<_>, _>>()?;
    if input_files.is_empty() {
        return Err(files.wrong("there is no file"));
    }
    let hashes = it.key("input_file_hashes")?;
    let mut input_file_hashes = Vec::new();
    for (name, value) in hashes.pairs("input_file_hashes")? {
        let hash = value.text("a hash")?;
        if hash.len() != 64 || !hash.bytes().all(|it| it.is_ascii_hexdigit()) {
            return Err(value.wrong("a hash is 64 hexadecimal digits (SHA-256)"));
        }
        input_file_hashes.push((name, hash.to_lowercase()));
    }
    let last = |it: &str| it.rsplit('/').next().unwrap_or_default().to_owned();
    if let Some(file) = input_files.iter().find(|file| input_file_hashes.iter().all(|it| last(&it.0) != last(file))) {
        return Err(hashes.wrong(&format!("the hash of `{file}` is missing")));
    }
    let model = it.key("data_model")?;
    let data_model = model.text("data_model")?;
    if !matches!(data_model.as_str(), "ILP32" | "LP64") {
        return Err(model.wrong("the data model is ILP32 or LP64"));
    }
    let language = it.key("language")?;
    if language.text("language")? != "C" {
        return Err(language.wrong("the language is C"));
    }
    let specification = it.key("specification")?;
    let text = specification.text("specification")?;
    Formula::all_of(&text).map_err(|(_, why)| specification.wrong(&why))?;
    Ok(Task { input_files, input_file_hashes, specification: text.trim().to_owned(), data_model })
}

fn waypoint(node: &Node<'_>, has_threads: bool, started: usize) -> Result<Waypoint, Wrong> {
    let node = node.mapping("an item of a segment", &["waypoint"], &[])?.key("waypoint")?;
    let optional: &[&str] = if has_threads { &["constraint", "thread_id"] } else { &["constraint"] };
    let it = node.mapping("waypoint", &["type", "action", "location"], optional)?;
    let kind_node = it.key("type")?;
    let name = kind_node.text("type")?;
    let kind = WaypointKind::ALL.into_iter().find(|it| it.name() == name);
    let kind = kind.ok_or_else(|| kind_node.wrong(&format!("`{name}` is not a type of waypoint")))?;
    let action_node = it.key("action")?;
    let action = match action_node.text("action")?.as_str() {
        "follow" => Action::Follow,
        "avoid" if kind != WaypointKind::Target => Action::Avoid,
        "avoid" => return Err(action_node.wrong("a target is to be followed")),
        other => return Err(action_node.wrong(&format!("`{other}` is not supported: there are follow and avoid"))),
    };
    let thread_id = match it.optional("thread_id") {
        Some(node) => {
            let number = node.number("thread_id")?;
            if number as usize > started {
                return Err(node.wrong(&format!("nothing before it starts thread {number}")));
            }
            Some(number)
        }
        None if has_threads => return Err(node.wrong("`thread_id` is missing")),
        None => None,
    };
    let constraint = constraint(&it, kind)?;
    let location = location(&it.key("location")?)?;
    Ok(Waypoint { kind, action, thread_id, constraint, location, line: node.line() as u32 })
}

/// Rule 4.
fn constraint(waypoint: &node::Mapping<'_>, kind: WaypointKind) -> Result<Option<Constraint>, Wrong> {
    let formats: &[Format] = match kind {
        WaypointKind::Target | WaypointKind::FunctionEnter => {
            return match waypoint.optional("constraint") {
                None => Ok(None),
                Some(node) => Err(node.wrong(&format!("a waypoint of type {} has no constraint", kind.name()))),
            };
        }
        WaypointKind::Assumption => &[Format::C],
        WaypointKind::FunctionReturn => &[Format::ExtendedC, Format::Acsl],
        WaypointKind::Branching => &[],
    };
    let node = waypoint.key("constraint")?;
    let it = node.mapping("constraint", &["value"], if formats.is_empty() { &[] } else { &["format"] })?;
    let value_node = it.key("value")?;
    let value = if formats.is_empty() { value_node.any_text("value")? } else { value_node.text("value")? };
    if formats.is_empty() && !matches!(value.as_str(), "true" | "false" | "default") && value.parse::<i64>().is_err() {
        return Err(value_node.wrong("a branching is true or false, or a number or default of a switch"));
    }
    let format = match it.optional("format") {
        None => formats.first().copied(),
        Some(node) => {
            let name = node.text("format")?;
            let known = formats.iter().copied().find(|it| it.name() == name);
            Some(known.ok_or_else(|| node.wrong(&format!("`{name}` is not a format of a constraint of this type")))?)
        }
    };
    Ok(Some(Constraint { value, format }))
}

fn location(node: &Node<'_>) -> Result<Location, Wrong> {
    let it = node.mapping("location", &["file_name", "line"], &["column", "function", "identifier"])?;
    let at_least_one = |node: &Node<'_>, name: &str| match node.number(name)? {
        0 => Err(node.wrong("lines and columns count from 1")),
        number => Ok(number),
    };
    it.optional("identifier").map(|it| it.text("identifier")).transpose()?;
    Ok(Location {
        file_name: it.key("file_name")?.text("file_name")?,
        line: at_least_one(&it.key("line")?, "line")?,
        column: it.optional("column").map(|it| at_least_one(&it, "column")).transpose()?,
        function: it.optional("function").map(|it| it.text("function")).transpose()?,
    })
}

fn invariant(node: &Node<'_>) -> Result<Invariant, Wrong> {
    let node = node.mapping("an item of the content", &["invariant"], &[])?.key("invariant")?;
    let it = node.mapping("invariant", &["type", "location", "value", "format"], &[])?;
    let kind_node = it.key("type")?;
    let kind = match kind_node.text("type")?.as_str() {
        "loop_invariant" => InvariantKind::Loop,
        "location_invariant" => InvariantKind::Location,
        other => return Err(kind_node.wrong(&format!("invariants of type `{other}` are not supported"))),
    };
    let format = it.key("format")?;
    if format.text("format")? != "c_expression" {
        return Err(format.wrong("an invariant is a c_expression"));
    }
    let location = location(&it.key("location")?)?;
    Ok(Invariant { kind, location, value: it.key("value")?.text("value")?, line: node.line() as u32 })
}

#[cfg(test)]
mod tests;
