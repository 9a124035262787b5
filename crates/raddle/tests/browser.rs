//! The pages of `--html` in a real browser: they are walked through with keys and with the mouse, and the console stays
//! empty.
//!
//! This needs `chromedriver` and Chromium. Where they are not installed the tests say so and pass, unless the environment
//! variable `RADDLE_BROWSER` is `required`. Pictures are left in the folder for temporary files of the build;
//! `RADDLE_PICTURES=docs/pictures cargo test -p raddle --test browser pictures` makes those of the documents.

mod common;
#[path = "browser/driver.rs"]
mod driver;

use common::{raddle, root};
use driver::{Browser, DOWN, END, ENTER, ESCAPE, HOME, LEFT, RIGHT, SPACE, TAB, UP};
use std::path::PathBuf;

/// A browser, or nothing where there is none and none is required.
fn browser(width: u32, height: u32) -> Option<Browser> {
    let browser = Browser::start(width, height);
    if browser.is_none() {
        let is_required = std::env::var("RADDLE_BROWSER").is_ok_and(|it| it == "required");
        assert!(!is_required, "RADDLE_BROWSER is `required`, and chromedriver is not installed");
        println!("skipped: chromedriver is not installed");
    }
    browser
}

/// Where pages and pictures go.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// The address of the page of a program.
fn page(name: &str, arguments: &[&str]) -> String {
    let path = folder().join(format!("{name}.html"));
    let run = raddle(&[&["check"], arguments, &["--html", &path.display().to_string()]].concat());
    assert!(path.exists(), "{}", run.stderr);
    format!("file://{}", path.display())
}

fn keep(browser: &Browser, name: &str) {
    std::fs::write(folder().join(format!("{name}.png")), browser.screenshot()).expect("a picture");
}

/// Nothing was complained about.
fn quiet(browser: &Browser) {
    assert_eq!(browser.console(), Vec::<String>::new());
}

/// What is seen of the current step, in all places that show it.
fn now(browser: &Browser) -> (String, String) {
    let shown = |selector: &str| browser.text(&format!(".violation:not([hidden]) {selector}"));
    let says = shown(".now-says");
    let row = shown(".timeline:not(.sequence) .row.current .what");
    assert!(row.is_empty() || says.starts_with(row.lines().next().unwrap_or_default()), "{says} and {row}");
    (shown(".now-step"), says)
}

fn step(browser: &Browser) -> String {
    now(browser).0
}

/// The number of the line that is highlighted: where it fails, or the first one.
fn line(browser: &Browser) -> String {
    let of = |class: &str| browser.text(&format!(".violation:not([hidden]) .{class} .number"));
    Some(of("failing-line")).filter(|it| !it.is_empty()).unwrap_or_else(|| of("current-line"))
}

/// What is shown for a variable.
fn value(browser: &Browser, variable: usize) -> String {
    browser.text(&format!(".violation:not([hidden]) [data-variable=\"{variable}\"] .value"))
}

#[test]
fn a_run_is_walked_through_with_keys() {
    let Some(browser) = browser(1400, 900) else { return };
    browser.go(&page("account", &["examples/account.c"]));
    assert_eq!(now(&browser), ("The end".to_owned(), "assertion failed".to_owned()));
    assert_eq!((line(&browser), value(&browser, 0)), ("22".to_owned(), "-30".to_owned()));
    assert!(browser.sees(".row.wrong.current") && browser.sees(".failing-line mark"), "the failure is seen first");

    browser.press(&[LEFT, LEFT, LEFT, LEFT]);
    assert_eq!(now(&browser), ("Step 8".to_owned(), "balance: 30 → -30".to_owned()));
    assert_eq!((line(&browser), value(&browser, 0)), ("11".to_owned(), "30 → -30".to_owned()));
    assert!(browser.sees(".is-new[data-variable]"), "what has just changed stands out");
    assert_eq!(browser.text(".current-line code"), "balance = balance - wanted;");
    let marked = "return [...document.querySelectorAll('.current-line mark')].map((it) => it.textContent).join('')";
    assert_eq!(browser.script(marked), "balance = balance - wanted");
    assert!(browser.address().ends_with("#step=8"), "{}", browser.address());
    browser.press(&["k"]);
    assert_eq!((step(&browser), value(&browser, 0)), ("Step 7".to_owned(), "30".to_owned()));
    assert!(!browser.sees(".is-new[data-variable]"));
    assert_eq!(browser.text(".now-behind"), "reads balance as written by step 6 (T1)");
    assert!(browser.sees(".arrow.active[data-from=\"6\"][data-to=\"7\"]"), "its arrow stands out");

    browser.press(&["j", DOWN, RIGHT, UP]);
    assert_eq!(step(&browser), "Step 9");
    browser.press(&[HOME]);
    assert_eq!((step(&browser), value(&browser, 0)), ("Step 1".to_owned(), "100".to_owned()));
    assert_eq!(browser.text("[data-thread=\"1\"] .doing"), "started");
    assert_eq!(browser.text("[data-thread=\"2\"] .doing"), "not started");
    browser.press(&[LEFT]);
    assert_eq!(step(&browser), "Step 1", "there is nothing before the first step");
    browser.press(&["n"]);
    assert_eq!(step(&browser), "Step 3", "another thread goes on");
    browser.press(&["n", "n"]);
    assert_eq!(step(&browser), "Step 7");
    browser.press(&["p"]);
    assert_eq!(step(&browser), "Step 4", "where the thread before began");
    browser.press(&[END, RIGHT]);
    assert_eq!(step(&browser), "The end");

    browser.press(&["?"]);
    assert!(browser.sees("dialog[open]"));
    keep(&browser, "help");
    browser.press(&[ESCAPE]);
    assert!(!browser.sees("dialog[open]"));
    quiet(&browser);
}

#[test]
fn a_run_is_walked_through_with_the_mouse() {
    let Some(browser) = browser(1400, 900) else { return };
    browser.go(&page("account-mouse", &["examples/account.c"]));
    browser.click(".words .row[data-stop=\"6\"] a");
    assert_eq!((step(&browser), line(&browser)), ("Step 6".to_owned(), "11".to_owned()));
    browser.click(".lanes .sign[data-stop=\"3\"] .hollow");
    assert_eq!((step(&browser), line(&browser)), ("Step 3".to_owned(), "10".to_owned()));
    browser.click("#v1-file0-line11 code");
    assert_eq!(step(&browser), "Step 5", "the next step on the line");
    for expected in ["Step 6", "Step 7", "Step 8", "Step 5"] {
        browser.click("#v1-file0-line11 .number");
        assert_eq!(step(&browser), expected, "one after the other, and then the first again");
    }
    browser.click("[data-do=forward]");
    assert_eq!(step(&browser), "Step 6");
    browser.click("[data-do=back-switch]");
    assert_eq!(step(&browser), "Step 4", "where the thread began");
    browser.click(".passing a[href=\"#step=6\"]");
    assert_eq!(step(&browser), "Step 6");
    browser.click("[data-do=first]");
    browser.click("[data-do=forward-switch]");
    assert_eq!(step(&browser), "Step 3");
    browser.click("[data-do=last]");
    assert_eq!(step(&browser), "The end");
    // The middle of the slider.
    browser.click("input[type=range]");
    assert!(["Step 6", "Step 7"].contains(&step(&browser).as_str()), "{}", step(&browser));
    quiet(&browser);
}

#[test]
fn everything_can_be_done_without_a_mouse() {
    let Some(browser) = browser(1400, 900) else { return };
    browser.go(&page("bank_deadlock", &["examples/bank_deadlock.c"]));
    let focus = || browser.script("const it = document.activeElement; return it.dataset.do ?? it.type ?? it.className");
    let mut found = Vec::new();
    for _ in 0..40 {
        browser.press(&[TAB]);
        let seen = "return getComputedStyle(document.activeElement).outlineStyle !== 'none' || document.activeElement === document.body";
        assert_eq!(browser.script(seen), true, "the focus is seen on {}", focus());
        let name = focus().as_str().unwrap_or_default().to_owned();
        if name == "fold" {
            assert!(!browser.sees(".timeline.full"));
            browser.press(&[SPACE]);
            assert!(browser.sees(".timeline.full") && !browser.sees(".timeline.folded"));
        }
        if name == "back" {
            browser.press(&[ENTER]);
            assert_eq!(step(&browser), "Step 10");
        }
        if name == "range" {
            browser.press(&[LEFT]);
            assert_eq!(step(&browser), "Step 9", "a key moves by one step wherever the focus is");
        }
        found.push(name);
    }
    for wanted in ["help", "theme", "first", "back", "forward", "last", "range", "fold", "scroll"] {
        assert!(found.iter().any(|it| it == wanted), "{wanted} is not among {found:?}");
    }
    // In the list the focus goes with the current step.
    browser.script("document.querySelector('.timeline.full .row.current a').focus()");
    browser.press(&[LEFT]);
    assert_eq!(browser.script("return document.activeElement.getAttribute('aria-current')"), "step");
    assert_eq!(browser.script("return document.activeElement.hash"), "#step=8");
    quiet(&browser);
}

#[test]
fn steps_that_do_not_matter_are_folded_away() {
    let Some(browser) = browser(1400, 900) else { return };
    let address = page("long", &["crates/raddle/tests/pages/long.c", "--property", "reach"]);
    browser.go(&address);
    keep(&browser, "long");
    let rows = || {
        browser.script(
            "return [...document.querySelectorAll('.row[data-stop]')].filter((it) => it.checkVisibility()).length",
        )
    };
    let (folded, gaps) = (rows(), browser.sees(".gap"));
    assert!(gaps && folded.as_u64() > Some(200), "{folded}");
    browser.press(&["f"]);
    assert!(rows().as_u64() > folded.as_u64() && !browser.sees("li.gap"));
    browser.press(&["f"]);
    assert_eq!(rows(), folded);
    browser.press(&[HOME]);
    browser.click("li.gap");
    assert!(rows().as_u64() > folded.as_u64());

    // The current step is in view, wherever it is, below the names of the threads.
    for number in ["1", "100", "150", "37"] {
        browser.go(&format!("{address}#step={number}"));
        let script = "const panel = document.querySelector('.panel.picture .scroll').getBoundingClientRect();
            const row = [...document.querySelectorAll('.row.current')].find((it) => it.checkVisibility()).getBoundingClientRect();
            return row.top >= panel.top + 28 && row.bottom <= panel.bottom";
        assert_eq!((browser.script(script), step(&browser)), (true.into(), format!("Step {number}")));
    }
    keep(&browser, "long-middle");
    browser.resize(480, 900);
    browser.go(&address);
    assert_eq!(browser.script("return document.documentElement.scrollWidth <= 480"), true, "nothing sticks out");
    keep(&browser, "long-narrow");
    quiet(&browser);
}

#[test]
fn violations_are_chosen_and_linked_to() {
    let Some(browser) = browser(1400, 900) else { return };
    let address = page("once", &["examples/once.c"]);
    browser.go(&address);
    assert!(browser.text(".violation:not([hidden]) h2").starts_with("Assertion"));
    browser.click(".tabs a[data-violation=\"1\"]");
    assert!(browser.text(".violation:not([hidden]) h2").starts_with("Data race"));
    assert!(browser.address().contains("#v2-step="), "{}", browser.address());
    keep(&browser, "race");
    browser.press(&["v"]);
    assert!(browser.text(".violation:not([hidden]) h2").starts_with("Assertion"));
    browser.go("about:blank");
    browser.go(&format!("{address}#v2-step=15"));
    assert_eq!((step(&browser), now(&browser).1), ("Step 15".to_owned(), "reads settings: &heap@20".to_owned()));
    // A step that is folded away is shown when a link leads to it.
    browser.go(&format!("{address}#v2-step=9"));
    assert_eq!(step(&browser), "Step 9");
    assert!(browser.sees("#v2 .timeline.full") && !browser.sees("#v1"));
    quiet(&browser);
}

#[test]
fn actors_are_walked_through_in_their_diagram() {
    let Some(browser) = browser(1400, 900) else { return };
    browser.go(&page("bank", &["examples/actors/bank.abs"]));
    assert_eq!((step(&browser), line(&browser)), ("Step 8".to_owned(), "41".to_owned()));
    keep(&browser, "actors");
    browser.press(&[HOME, RIGHT, RIGHT, RIGHT]);
    assert_eq!((step(&browser), value(&browser, 0)), ("Step 4".to_owned(), "60 → 10".to_owned()));
    assert!(
        browser.sees(".panel.list .row.current[data-stop=\"4\"]") && browser.sees(".band.current[data-stop=\"4\"]")
    );
    browser.click(".sequence .sign[data-stop=\"5\"] text");
    assert_eq!(step(&browser), "Step 5");
    browser.click(".panel.list .row[data-stop=\"2\"] a");
    assert_eq!(step(&browser), "Step 2");
    assert!(browser.text("[data-thread=\"1\"] .doing").starts_with("waits for the answer of Ledger1"));
    // On a narrow screen the diagram moves sideways, so that who acts is seen.
    browser.resize(480, 900);
    let inside = "const panel = document.querySelector('.panel.picture .scroll').getBoundingClientRect();
        const note = document.querySelector('.sign.current .note circle').getBoundingClientRect();
        return note.left >= panel.left && note.right <= panel.right";
    for key in [END, HOME] {
        browser.press(&[key]);
        assert_eq!(browser.script(inside), true, "{}", step(&browser));
    }
    quiet(&browser);
}

#[test]
fn colours_follow_the_system_and_the_switch() {
    let Some(browser) = browser(1400, 900) else { return };
    let address = page("account-colours", &["examples/account.c"]);
    browser.go(&address);
    let ground = || browser.script("return getComputedStyle(document.body).backgroundColor").to_string();
    let light = ground();
    browser.prefer("prefers-color-scheme", "dark");
    let dark = ground();
    assert_ne!(light, dark);
    assert_eq!(browser.text("[data-do=theme]"), "Light");
    keep(&browser, "account-dark");
    browser.click("[data-do=theme]");
    assert_eq!((ground(), browser.text("[data-do=theme]")), (light, "Dark".to_owned()));
    browser.press(&["d"]);
    assert_eq!(ground(), dark);
    quiet(&browser);
}

#[test]
fn programs_cannot_run_in_the_page() {
    let Some(browser) = browser(1400, 900) else { return };
    browser.go(&page("hostile", &["crates/raddle/tests/pages/hostile.c"]));
    browser.press(&[LEFT, LEFT, HOME, END]);
    assert_eq!(browser.script("return window.hacked ?? null"), serde_json::Value::Null);
    assert_eq!(browser.script("return document.images.length + document.querySelectorAll('main script').length"), 0);
    assert!(browser.text("#v1-file0-line3 code").contains("</script><script>window.hacked = 1</script>"));
    quiet(&browser);
    // Even if something got through, the policy would stop it.
    let script = "document.body.insertAdjacentHTML('beforeend', '<img src=\"x\" onerror=\"window.hacked = 6\">');
        const own = document.createElement('script'); own.textContent = 'window.hacked = 7'; document.body.append(own);
        return window.hacked ?? null";
    assert_eq!(browser.script(script), serde_json::Value::Null);
    let complaints = browser.console();
    assert!(complaints.iter().any(|it| it.contains("Content Security Policy")), "{complaints:?}");
}

#[test]
fn without_a_script_everything_is_there_to_read() {
    let Some(browser) = browser(1400, 2400) else { return };
    let address = page("bank_deadlock-static", &["examples/bank_deadlock.c"]);
    browser.allow_scripts(false);
    browser.go(&address);
    keep(&browser, "without-script");
    browser.allow_scripts(true);
    // The driver's own scripts run, those of the page did not.
    assert_eq!(browser.script("return document.documentElement.classList.contains('js')"), false);
    assert!(!browser.sees(".controls") && !browser.sees("[data-do]"), "nothing is offered that does not work");
    assert!(
        browser.sees(".explanation h2") && browser.sees(".timeline.full .row.wrong") && browser.sees(".wrong-line")
    );
    assert!(browser.sees(".words .row[data-stop=\"2\"]"), "all steps are listed");
    quiet(&browser);
}

#[test]
fn on_paper_everything_is_seen_and_nothing_to_press() {
    let Some(browser) = browser(800, 2000) else { return };
    browser.go(&page("once-paper", &["examples/once.c"]));
    browser.press(&[HOME]);
    browser.on_paper(true);
    keep(&browser, "paper");
    assert!(!browser.sees("[data-do]") && !browser.sees(".now"), "paper has no buttons");
    assert!(browser.sees("#v1") && browser.sees("#v2"), "all violations are there");
    let clipped =
        "return [...document.querySelectorAll('.scroll')].some((it) => it.scrollHeight > it.clientHeight + 1)";
    assert_eq!(browser.script(clipped), false, "paper does not scroll");
    browser.on_paper(false);
    assert!(browser.sees(".now") && !browser.sees("#v2"));
    quiet(&browser);
}

#[test]
fn other_answers_are_readable() {
    let Some(browser) = browser(1400, 900) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let broken = folder.path().join("broken.c");
    std::fs::write(&broken, "#include <setjmp.h>\njmp_buf b;\nint main(void) {\n  return setjmp(b);\n}\n")
        .expect("a file");
    let broken = broken.display().to_string();
    let long = "crates/raddle/tests/pages/long.c";
    let pages: [(&str, &[&str], &str); 3] = [
        ("safe", &["examples/account_fixed.c"], "No execution violates reach, deadlock, memory, overflow, race"),
        ("unknown", &[long, "--timeout", "1s", "--engine", "cegar", "--property", "reach"], "There is no answer"),
        ("refused", &[&broken], "The program was not checked"),
    ];
    for (name, arguments, title) in pages {
        browser.go(&page(name, arguments));
        assert_eq!(browser.text("main h2"), title);
        browser.press(&["?", RIGHT, "n", "f", HOME]);
        browser.click("[data-do=theme]");
        keep(&browser, name);
        browser.click("[data-do=theme]");
        quiet(&browser);
    }
}

/// The pictures of the documents, if it is said where they go.
#[test]
fn pictures() {
    let Some(target) = std::env::var_os("RADDLE_PICTURES") else { return };
    let browser = browser(1320, 800).expect("pictures need a browser");
    // A bit smaller than on a screen, so that the whole page is seen and the files stay small.
    browser.resize_scaled(1320, 800, 0.85);
    let shot = |name: &str, program: &str, step: &str| {
        let stem = format!("picture-{name}");
        browser.go("about:blank");
        browser.go(&format!("{}{step}", page(&stem, &[program])));
        // Nothing is in motion, so that the same page is the same picture.
        browser.script("scrollTo(0, 0); document.getAnimations().forEach((it) => it.finish())");
        std::fs::write(root().join(&target).join(format!("{name}.png")), browser.screenshot()).expect("a picture");
    };
    shot("account", "examples/account.c", "");
    shot("race", "examples/once.c", "#v2-step=16");
    shot("actors", "examples/actors/bank.abs", "#step=6");
    browser.prefer("prefers-color-scheme", "dark");
    browser.resize_scaled(1320, 740, 0.85);
    shot("deadlock-dark", "examples/bank_deadlock.c", "");

    // Of the gallery only what happens, in one window that is high enough for all of it. One engine shows the same run
    // each time.
    browser.prefer("prefers-color-scheme", "light");
    browser.resize(1560, 2000);
    for (name, program) in GALLERY {
        browser.go("about:blank");
        let arguments: &[&str] = if program.ends_with(".c") { &[program, "--engine", "explore"] } else { &[program] };
        browser.go(&page(&format!("picture-{name}"), arguments));
        browser.script("scrollTo(0, 0); document.getAnimations().forEach((it) => it.finish())");
        let picture = browser.screenshot_of(".timeline", 0.72);
        std::fs::write(root().join(&target).join(format!("{name}.png")), picture).expect("a picture");
    }
}

/// The pictures of docs/gallery.md that no other page has.
const GALLERY: [(&str, &str); 8] = [
    ("deque", "examples/deque.c"),
    ("mpsc_queue", "examples/mpsc_queue.c"),
    ("rcu_list", "examples/rcu_list.c"),
    ("rwlock", "examples/rwlock.c"),
    ("seqlock", "examples/seqlock.c"),
    ("stack_aba", "examples/stack_aba.c"),
    ("thread_pool", "examples/thread_pool.c"),
    ("actors-account", "examples/actors/account.abs"),
];
