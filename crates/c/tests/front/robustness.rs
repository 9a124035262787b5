//! Whatever the text, there is an answer and no panic.

use crate::show::findings;
use ir::DataModel::{Ilp32, Lp64};

const SEED: &str = r#"
typedef unsigned long pthread_t; typedef union { char s[40]; } pthread_mutex_t;
struct node { struct node *next; union { int value; char bytes[4]; }; int (*call)(struct node *, int); };
enum color { RED, GREEN = 5, BLUE }; static struct node pool[3] = { { 0, { 1 }, 0 }, [2] = { .value = 7 } };
pthread_mutex_t lock = { { 0 } }; _Atomic int shared; int table[2][3] = { 1, 2, [1] = { 4 } };
static int visit(struct node *n, int depth) { return depth > 3 ? n->value : visit(n->next, depth + 1); }
void *worker(void *arg) {
  int *p = arg, local = *p++, i; struct node copy = pool[1];
  for (i = 0; i < 3; i++) { switch (i) { case RED: local += 1; case GREEN ... BLUE: break; default: continue; } }
  pthread_mutex_lock(&lock); shared++; atomic_fetch_add(&shared, sizeof(struct node)); pthread_mutex_unlock(&lock);
  again: if (local-- && !copy.value) goto again;
  copy.call = visit; return (void *)(long)copy.call(&copy, ({ int t = local; t << 2; }));
}
int main(void) { pthread_t t[2]; int v = 'x'; char *s = "te\x41t" "\n"; do { pthread_create(&t[0], 0, worker, &v); }
  while (0); pthread_join(t[0], 0); assert(table[1][0] == 4 || s[0] != L'a'); return (struct node){ .value = 3 }.value; }
"#;

/// A small generator of numbers, so that failures repeat.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut word = false;
    for symbol in text.chars() {
        let letter = symbol.is_alphanumeric() || symbol == '_';
        match tokens.last_mut() {
            Some(last) if word && letter => last.push(symbol),
            _ => tokens.push(symbol.to_string()),
        }
        word = letter;
    }
    tokens
}

#[test]
fn the_seed_is_fine() {
    assert!(findings(SEED, Lp64).is_empty(), "{:?}", findings(SEED, Lp64));
}

#[test]
fn mutated_programs_never_panic() {
    let seed = tokens(SEED);
    let mut numbers = Numbers(7);
    for round in 0..400 {
        let mut text = seed.clone();
        for _ in 0..1 + numbers.below(4) {
            let (at, other) = (numbers.below(text.len()), numbers.below(text.len()));
            match numbers.below(4) {
                0 => drop(text.remove(at)),
                1 => text[at] = text[other].clone(),
                2 => text.insert(at, seed[numbers.below(seed.len())].clone()),
                _ => text.swap(at, other),
            }
        }
        let model = if round % 2 == 0 { Lp64 } else { Ilp32 };
        findings(&text.concat(), model);
    }
}

#[test]
fn cut_programs_never_panic() {
    for end in (0..SEED.len()).step_by(17) {
        findings(&SEED[..end], Lp64);
    }
}

/// Found by fuzzing.
#[test]
fn what_has_panicked_once_does_not_again() {
    for text in ["__builtin_types_compatible_p)", "f(){while(1){}}\nmain(__int128){}"] {
        findings(text, Lp64);
        let loaded = c::load_input(c::Input::Text("t.i", text), &c::Options::default());
        assert!(loaded.is_err(), "{text}");
    }
}
