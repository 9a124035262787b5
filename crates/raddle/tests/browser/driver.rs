//! A small client for WebDriver: starts `chromedriver` on a free port, and speaks HTTP with it over a plain socket.
//!
//! Only what the tests need: pages, elements, scripts, keys, the mouse, screenshots, the log of the console.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Keys that are no letters, as WebDriver writes them.
pub const END: &str = "\u{e010}";
pub const HOME: &str = "\u{e011}";
pub const LEFT: &str = "\u{e012}";
pub const UP: &str = "\u{e013}";
pub const RIGHT: &str = "\u{e014}";
pub const DOWN: &str = "\u{e015}";
pub const TAB: &str = "\u{e004}";
pub const ENTER: &str = "\u{e007}";
pub const ESCAPE: &str = "\u{e00c}";
pub const SPACE: &str = " ";

/// How WebDriver names a reference to an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser without a window, with a profile of its own. It ends with this value.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts one, or says that there is none on this machine.
    pub fn start(width: u32, height: u32) -> Option<Browser> {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let port = port(&mut driver);
        let profile = tempfile::tempdir().expect("a folder");
        let mut browser = Browser { driver, port, session: String::new(), _profile: profile };
        browser.open_session(width, height);
        Some(browser)
    }

    fn open_session(&mut self, width: u32, height: u32) {
        let profile = format!("--user-data-dir={}", self._profile.path().display());
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            &profile,
        ];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let opened = self.ask("POST", "/session", Some(wanted));
        self.session = opened["sessionId"].as_str().expect("a session").to_owned();
        self.resize(width, height);
    }

    /// Makes the page so large, in pixels; the window has no frame.
    pub fn resize(&self, width: u32, height: u32) {
        self.resize_scaled(width, height, 1.0);
    }

    /// The same, with pictures that are so many times as large.
    pub fn resize_scaled(&self, width: u32, height: u32, scale: f64) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Pretends that the user prefers something: `prefers-color-scheme`, `dark`.
    pub fn prefer(&self, feature: &str, value: &str) {
        let features = json!({ "features": [{ "name": feature, "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", features);
        // Pages are told of it when they are drawn next.
        self.script("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))");
    }

    /// Lays the page out as on paper, or as on a screen again.
    pub fn on_paper(&self, is_wanted: bool) {
        let media = if is_wanted { "print" } else { "screen" };
        self.devtools("Emulation.setEmulatedMedia", json!({ "media": media }));
    }

    /// Turns scripts of pages off or on, from the next page on.
    pub fn allow_scripts(&self, is_allowed: bool) {
        self.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": !is_allowed }));
    }

    fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.post("/goog/cdp/execute", json!({ "cmd": command, "params": parameters }))
    }

    /// Opens a page.
    pub fn go(&self, address: &str) {
        self.post("/url", json!({ "url": address }));
    }

    pub fn address(&self) -> String {
        self.get("/url").as_str().expect("an address").to_owned()
    }

    /// What a script returns.
    pub fn script(&self, script: &str) -> Value {
        self.post("/execute/sync", json!({ "script": script, "args": [] }))
    }

    /// The text that is seen in the first element that a selector finds; empty if there is none.
    pub fn text(&self, selector: &str) -> String {
        let script = format!("return document.querySelector({})?.innerText ?? ''", json!(selector));
        self.script(&script).as_str().expect("a text").trim().to_owned()
    }

    /// Whether an element is there and seen.
    pub fn sees(&self, selector: &str) -> bool {
        let script = format!(
            "return [...document.querySelectorAll({})].some((it) => it.checkVisibility({{ visibilityProperty: true }}))",
            json!(selector)
        );
        self.script(&script) == true
    }

    /// Clicks in the middle of the first element that a selector finds, with the mouse.
    pub fn click(&self, selector: &str) {
        let found = self.post("/element", json!({ "using": "css selector", "value": selector }));
        let element = found[ELEMENT].as_str().unwrap_or_else(|| panic!("{selector}: {found}"));
        self.post(&format!("/element/{element}/click"), json!({}));
    }

    /// Presses keys one after the other, wherever the focus is.
    pub fn press(&self, keys: &[&str]) {
        let press = |key: &&str| [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })];
        let actions: Vec<Value> = keys.iter().flat_map(press).collect();
        self.post("/actions", json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] }));
    }

    /// What the console has been told since somebody last asked.
    pub fn console(&self) -> Vec<String> {
        let log = self.post("/se/log", json!({ "type": "browser" }));
        log.as_array().into_iter().flatten().map(|it| it["message"].to_string()).collect()
    }

    /// The page as it is seen, as a PNG.
    pub fn screenshot(&self) -> Vec<u8> {
        decoded(self.get("/screenshot").as_str().expect("a picture"))
    }

    /// The first element that a selector finds and that is seen, so many times as large, as a PNG.
    pub fn screenshot_of(&self, selector: &str, scale: f64) -> Vec<u8> {
        let script = format!(
            "const seen = [...document.querySelectorAll({})].find((it) => it.checkVisibility());
             const {{ x, y, width, height }} = seen.getBoundingClientRect();
             return {{ x, y, width, height }}",
            json!(selector)
        );
        let mut clip = self.script(&script);
        clip["scale"] = json!(scale);
        let picture = self.devtools("Page.captureScreenshot", json!({ "format": "png", "clip": clip }));
        decoded(picture["data"].as_str().expect("a picture"))
    }

    fn get(&self, path: &str) -> Value {
        self.ask("GET", &format!("/session/{}{path}", self.session), None)
    }

    fn post(&self, path: &str, body: Value) -> Value {
        self.ask("POST", &format!("/session/{}{path}", self.session), Some(body))
    }

    /// One request on a connection of its own.
    fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
        let body = body.map_or_else(String::new, |it| it.to_string());
        let head = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n", self.port);
        let head = format!("{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all(head.as_bytes()).expect("the driver reads");
        stream.write_all(body.as_bytes()).expect("the driver reads");
        let answer = answer(BufReader::new(stream));
        let answer: Value = serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
        let value = answer["value"].clone();
        assert!(value["error"].is_null() || !value["stacktrace"].is_string(), "{method} {path}: {value}");
        value
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.ask("DELETE", &format!("/session/{}", self.session), None);
        }
        // The driver ends the browser with itself.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The body of an answer: as long as its head says.
fn answer(mut reader: impl BufRead) -> String {
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("the driver answers");
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a whole answer");
    String::from_utf8(body).expect("JSON is Unicode")
}

/// The port that the driver says it listens on. The rest of what it says is read away, so that it never waits for us.
fn port(driver: &mut Child) -> u16 {
    let mut lines = BufReader::new(driver.stdout.take().expect("piped")).lines();
    let port = lines.by_ref().map_while(Result::ok).find_map(|it| {
        let rest = it.split("started successfully on port ").nth(1)?;
        rest.trim_end_matches('.').parse().ok()
    });
    std::thread::spawn(move || lines.for_each(drop));
    port.expect("chromedriver says its port")
}

/// Base64.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |it: u8| match it {
        b'A'..=b'Z' => Some(it - b'A'),
        b'a'..=b'z' => Some(it - b'a' + 26),
        b'0'..=b'9' => Some(it - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().filter_map(digit).collect();
    let group = |it: &[u8]| {
        let bits = it.iter().fold(0_u32, |bits, &digit| bits << 6 | u32::from(digit)) << (6 * (4 - it.len()));
        bits.to_be_bytes()[1..it.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

#[test]
fn pictures_are_decoded() {
    assert_eq!(decoded("aGVsbG8="), b"hello");
    assert_eq!(decoded("aGk="), b"hi");
    assert_eq!(decoded("/+8A"), [0xff, 0xef, 0x00]);
}
