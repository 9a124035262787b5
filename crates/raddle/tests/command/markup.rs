//! What every page of `--html` keeps to, whatever program it is about.

use std::collections::BTreeSet;

/// What is wrong with a page, if anything is.
pub fn wrong(html: &str) -> Result<(), String> {
    let head = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" \
                content=\"default-src &#39;none&#39;; style-src &#39;sha256-";
    demand(html.starts_with(head), || "it does not begin with its policy".to_owned())?;
    demand(!html.contains("unsafe-inline"), || "its policy is weak".to_owned())?;
    loads_nothing(html)?;
    links_lead_somewhere(html)?;
    balanced(html)
}

fn demand(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// The tags of a page: what stands between angle brackets. Text has none, since it is escaped; scripts and the style sheet
/// are left out.
fn tags(html: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some((_, behind)) = rest.split_once('<') {
        let Some((tag, behind)) = behind.split_once('>') else { break };
        tags.push(tag);
        rest = behind;
        for verbatim in ["script", "style"] {
            if tag.split(' ').next() == Some(verbatim) {
                rest = &rest[rest.find("</").unwrap_or(rest.len())..];
            }
        }
    }
    tags
}

/// No attribute makes a browser fetch, send or run something.
fn loads_nothing(html: &str) -> Result<(), String> {
    for tag in tags(html) {
        // Names are outside of quotation marks, values inside.
        for name in tag.split('"').step_by(2).flat_map(str::split_whitespace) {
            let is_resource =
                ["src=", "srcset=", "style=", "action=", "data=", "xlink:href="].iter().any(|it| name.starts_with(it));
            let is_handler = name.starts_with("on") && name.ends_with('=');
            demand(!is_resource && !is_handler, || format!("<{tag}>"))?;
        }
    }
    let style = html.split("<style>").nth(1).and_then(|it| it.split("</style>").next()).unwrap_or_default();
    demand(!style.contains("url(") && !style.contains("@import"), || "the style sheet loads something".to_owned())
}

/// Names are given once, and links stay on the page and lead to one of them.
fn links_lead_somewhere(html: &str) -> Result<(), String> {
    let values = |name: &'static str| {
        let of = move |tag: &'_ str| -> Vec<String> {
            let found = tag.split(name).skip(1).filter_map(|it| it.split('"').next());
            found.map(str::to_owned).collect()
        };
        tags(html).into_iter().flat_map(of).collect::<Vec<_>>()
    };
    let mut ids = BTreeSet::new();
    for id in values(" id=\"") {
        demand(ids.insert(id.clone()), || format!("{id} is there twice"))?;
    }
    for target in values(" href=\"").into_iter().chain(values(" for=\"").iter().map(|it| format!("#{it}"))) {
        let is_there = target.strip_prefix('#').is_some_and(|it| ids.contains(it));
        demand(is_there, || format!("a link leads to {target}, which is not there"))?;
    }
    Ok(())
}

/// Every element that is opened is closed, from the inside out.
fn balanced(html: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for tag in tags(html) {
        let name = tag.split(' ').next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) => demand(open.pop() == Some(name), || format!("</{name}> closes something else"))?,
            None if matches!(name, "meta" | "input" | "!doctype") => {}
            None => open.push(name),
        }
    }
    demand(open.is_empty(), || format!("{open:?} are not closed"))
}
