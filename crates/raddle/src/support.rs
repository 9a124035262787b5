//! `raddle support`: what of a program is not taken as it is, as text.

use crate::load::{LoadError, LoadOptions, c_options, check_names};
use c::survey::{Finding, Kind, Survey};
use std::fmt::Write;
use std::path::Path;

/// Lists what is not supported, not defined or approximated, and says whether the program can be checked.
pub fn support(paths: &[impl AsRef<Path>], options: &LoadOptions) -> Result<(String, bool), LoadError> {
    let paths: Vec<&Path> = paths.iter().map(AsRef::as_ref).collect();
    check_names(&paths)?;
    let inputs: Vec<c::Input<'_>> = paths.iter().map(|it| c::Input::File(it)).collect();
    let survey = c::survey::survey(&inputs, &c_options(options));
    Ok((text(&survey), survey.is_supported()))
}

fn text(survey: &Survey) -> String {
    let mut text = String::new();
    for finding in survey.findings.iter().filter(|it| it.reached) {
        let _ = writeln!(text, "{}", line(finding, survey));
    }
    let unreached: Vec<&Finding> = survey.findings.iter().filter(|it| !it.reached).collect();
    if !unreached.is_empty() {
        text.push_str("where main does not lead, and so without consequence:\n");
    }
    for finding in unreached {
        let _ = writeln!(text, "  {}", line(finding, survey));
    }
    let count = |kind: Kind| survey.findings.iter().filter(|it| it.reached && it.kind == kind).count();
    let undefined = match count(Kind::Undefined) {
        0 => "0 not defined".to_owned(),
        count => format!("{count} not defined (--externals havoc or stub takes them)"),
    };
    let (unsupported, approximated) = (count(Kind::Unsupported), count(Kind::Approximated));
    let _ = writeln!(text, "{unsupported} not supported, {undefined}, {approximated} approximated");
    text
}

fn line(finding: &Finding, survey: &Survey) -> String {
    let place = match finding.span.is_some() {
        true => format!("{}: ", survey.sources.describe(finding.span)),
        false => String::new(),
    };
    let message = &finding.message;
    match (finding.kind, finding.code) {
        (Kind::Approximated, _) => format!("{place}approximated: {message}"),
        (Kind::Unsupported | Kind::Undefined, Some(code)) => format!("{place}{message} [{}]", code.0),
        (Kind::Unsupported | Kind::Undefined, None) => format!("{place}{message}"),
    }
}
