//! Programs to start from: those of the project, preprocessed and without what they do not use of the headers, so that
//! each fits in a few kilobytes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All C programs below `corpus`, `bench/programs` and `examples`, by name; those that the preprocessor refuses are
/// left out. With a compiler that is missing there is none.
pub fn programs() -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = ["corpus", "bench/programs", "examples"].map(|it| root().join(it)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.extension().and_then(|it| it.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("c" | "i") => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files.iter().filter_map(|it| preprocessed(it)).map(|it| without_unused(&it)).collect()
}

fn preprocessed(file: &Path) -> Option<String> {
    if file.extension().is_some_and(|it| it == "i") {
        return std::fs::read_to_string(file).ok();
    }
    let headers = root().join("crates/c/headers");
    let mut command = Command::new("cc");
    command.args(["-E", "-std=gnu11", "-U_FORTIFY_SOURCE", "-D__RADDLE__=1", "-I"]).arg(&headers);
    let output = command.arg("-imacros").arg(headers.join("lp64.h")).arg(file).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Some of these programs in text form, and those of the corpus that are written so.
pub fn text_forms() -> Vec<String> {
    let mut texts = Vec::new();
    for folder in ["corpus/golden", "corpus/dependence", "corpus/states", "crates/testkit/tests/lost"] {
        let entries = std::fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|it| it.path()).collect();
        files.sort();
        for file in files {
            let text = match file.extension().and_then(|it| it.to_str()) {
                Some("ir") => std::fs::read_to_string(&file).ok(),
                Some("c") => {
                    let preprocessed = preprocessed(&file).unwrap_or_default();
                    let loaded =
                        c::load_input(c::Input::Bytes("seed.i", preprocessed.as_bytes()), &c::Options::default());
                    loaded.ok().map(|it| ir::text::print(&it.program))
                }
                _ => None,
            };
            texts.extend(text.filter(|it| it.len() < 16_000));
        }
    }
    texts
}

/// The text without markers, comments in front, and declarations in headers that the rest does not need. Library functions are known
/// by name and need none.
fn without_unused(text: &str) -> String {
    let (mut own, mut foreign) = (String::new(), String::new());
    let mut in_header = false;
    for line in text.lines() {
        if let Some(marker) = line.strip_prefix("# ") {
            in_header = marker.split('"').nth(1).is_some_and(|it| it.ends_with(".h"));
        } else if !line.trim().is_empty() && !line.starts_with("//@") {
            let part = if in_header { &mut foreign } else { &mut own };
            part.push_str(line);
            part.push('\n');
        }
    }
    let mut used: BTreeSet<String> = words(&own).collect();
    let mut kept = Vec::new();
    for declaration in declarations(&foreign).into_iter().rev() {
        let defines = ["typedef", "enum", "struct", "union", "static"].iter().any(|it| declaration.starts_with(it));
        if defines && words(declaration).any(|it| used.contains(&it) && !KEYWORDS.contains(&it.as_str())) {
            used.extend(words(declaration));
            kept.push(declaration);
        }
    }
    kept.reverse();
    format!("{}\n{own}", kept.join("\n"))
}

const KEYWORDS: &[&str] = &[
    "typedef", "enum", "struct", "union", "static", "int", "char", "long", "short", "unsigned", "signed", "void",
    "const", "volatile", "inline", "extern", "return", "if", "_Bool", "_Atomic",
];

fn words(text: &str) -> impl Iterator<Item = String> {
    let word = |it: char| it.is_alphanumeric() || it == '_';
    text.split(move |it| !word(it)).filter(|it| !it.is_empty()).map(str::to_owned)
}

/// The declarations of a file, roughly: up to a semicolon or closing brace outside of brackets.
fn declarations(text: &str) -> Vec<&str> {
    let (mut start, mut depth, mut found) = (0, 0usize, Vec::new());
    for (at, symbol) in text.char_indices() {
        match symbol {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => {
                found.push(text[start..=at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// Programs by hand, for what the project's own do not contain: what is refused is worth mutating too.
pub const BY_HAND: &[&str] = &[
    r#"typedef unsigned long size_t; struct list { struct list *next; int v : 3; unsigned w : 5; } *head, pool[4];
union u { char c[8]; long l; struct { short a, b; }; } one = { .l = 0x0102030405060708 };
enum { A = 1, B = A << 3, C = -1 }; static const char *names[] = { [B] = "b", "c", [1 ... 3] = "x" };
int f(int a, ...); int (*table[2])(int, ...) = { f, &f }; typedef int row[3]; row m[2] = { { 1 }, { 2, 3 } };
int f(int a, ...) { return a ? table[a & 1](a - 1, m[0][a % 3]) : sizeof(struct list) + _Alignof(long); }
int main(int argc, char **argv) {
  size_t n = __builtin_offsetof(union u, c[2]); struct list l = { .v = 1, .next = &pool[1] }, *p = &l;
  for (unsigned i = 0; i < 3u; ++i, p++) { if (i == 2) continue; p->next = (struct list *)((char *)p + n); }
  switch (f(3)) { case 0: case A ... B: return 1; default: { int k = argc; do k >>= 1; while (k > 0 && k != C); } }
  return *(*(m + 1) + 2) + ((union u){ .a = 3 }).a + l.v - names[1][0] + (argv == (void *)0);
}"#,
    r#"typedef struct { int x; } m_t; typedef m_t pthread_mutex_t; typedef unsigned long pthread_t;
_Atomic int a; _Atomic(long) b; _Thread_local int t; __thread short s; volatile int v; pthread_mutex_t m = { 0 };
void *w(void *p) {
  int e = 0; pthread_mutex_lock(&m); a += 2; a++; b = a | 1; t = *(int *)p; pthread_mutex_unlock(&m);
  __atomic_store_n(&a, 1, 5); __sync_fetch_and_add(&v, 1); __atomic_compare_exchange_n(&a, &e, 2, 0, 5, 0);
  atomic_fetch_sub_explicit(&a, 1, 2); while (__sync_lock_test_and_set(&v, 1)) ; __sync_synchronize();
  int *h = malloc(3 * sizeof *h); h[2] = t; free(h); h = calloc(2, 8); return h ? (void *)(long)h[0] : 0;
}
int main(void) { pthread_t p[2]; int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0 && x < 4);
  __VERIFIER_atomic_begin(); v = x; __VERIFIER_atomic_end();
  for (int i = 0; i < 2; i++) pthread_create(p + i, 0, w, &x); void *r; pthread_join(p[0], &r);
  if (x == 3) goto out; assert(a >= 0 && "text"); printf("%d\n", a); out: pthread_exit(0); }"#,
    r#"static inline unsigned char g(signed char c, unsigned short u, long long q) { return c * u / (q ?: 1) % 7; }
struct s { int a[2]; struct { char b; } c; }; struct s r(struct s x) { x.a[1] = ({ int y = x.a[0]; y + 1; }); return x; }
int main() { struct s x = { { 1, 2 }, { 'c' } }, y = r(x), *z = &y; _Bool k = !z->c.b || ~x.a[0] ^ 5, l = k ? 2 : 0;
  static int n = sizeof("ab" "c") - 1; register int i = n--; const int j = i, *ip = &j, (*pp)[3]; pp = (int (*)[3])&x;
  L: if (i-- > 0) { if (i & 1) goto L; else goto M; } M: ; __auto_type q = 10ULL << 3 >> 1u; x = *z = r(r(y));
  _Static_assert(sizeof(int) == 4, "int"); i = _Generic(q, int: 1, default: 2), n = (i, 0b101, 0x1f, 017, 'a', L'b', '\x41');
  unsigned bits = -1; bits <<= 3; bits /= 3; bits |= (unsigned)(1 ? -1 : 1u); char buf[] = "h\0\n\777", *e = buf + sizeof buf;
  return e - buf == 5 ? (*pp)[1] : (int)(bits > 2 && e >= buf) + __builtin_expect(g(1, 2, 3), 0) + (*&ip)[0]; }"#,
    r#"double d = 1.5e3; float h(float x) { return x * 2.0f; } typedef int v4 __attribute__((vector_size(16)));
struct flex { int n; char data[]; } __attribute__((packed)); int vla(int n, int a[n]) { int b[n]; b[0] = a[0]; return b[0]; }
int k(a, b) int a; char b; { return a + b; } _Complex double z; __int128 big; extern int unknown(int);
int main(void) { __asm__ volatile ("nop" : : : "memory"); struct flex *p = alloca(9); void *l = &&here; goto *l; here:
  __builtin_va_list ap; va_start(ap, d); int n(void) { return 1; } return unknown(n()) + (int)d + typeof(d)(1); }"#,
];
