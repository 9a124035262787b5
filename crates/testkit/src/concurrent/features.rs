//! What programs make use of, as far as it is seen in their texts.

/// The names of the features, and what is in a text that has it.
pub const FEATURES: [(&str, &[&str]); 43] = [
    ("8 bits", &["char g", "char) g"]),
    ("16 bits", &["short g", "short) g"]),
    ("32 bits", &["int g", "unsigned g", "int) g", "unsigned) g"]),
    ("64 bits", &["long g", "long) g"]),
    ("128 bits", &["__int128"]),
    ("atomic 128 bits", &["_Atomic(__int128)"]),
    ("_Bool", &["_Bool g", "_Bool) g"]),
    ("unsigned", &["unsigned"]),
    ("arrays", &["[2]", "[3]"]),
    ("global handles", &[".thread"]),
    ("handles that are compared", &["pthread_equal("]),
    ("records", &["struct record g"]),
    ("pointers", &[" *g", "*) g"]),
    ("pointers to locals", &[", &l"]),
    ("locals without a value", &["int l3;", "int l10;", "unsigned l3;", "unsigned l10;", "long l3;", "long l10;"]),
    ("malloc", &["= malloc("]),
    ("calloc", &["= calloc("]),
    ("free", &["  free("]),
    ("memory that is used again", &[" == g"]),
    ("mutexes", &["  pthread_mutex_lock("]),
    ("recursive mutexes", &["PTHREAD_RECURSIVE_MUTEX"]),
    ("error-checking mutexes", &["PTHREAD_ERRORCHECK_MUTEX"]),
    ("trylock", &["(pthread_mutex_trylock", "!pthread_mutex_trylock"]),
    ("condition variables", &[") pthread_cond_wait("]),
    ("waits without a test", &["  pthread_cond_wait("]),
    ("timed waits", &["(pthread_cond_timedwait("]),
    ("signal", &["  pthread_cond_signal("]),
    ("broadcast", &["  pthread_cond_broadcast("]),
    ("atomic objects", &["_Atomic("]),
    ("atomic updates", &["atomic_fetch_"]),
    ("exchange", &["atomic_exchange_"]),
    ("compare-exchange", &["atomic_compare_exchange_"]),
    ("weaker orders", &[", memory_order_relaxed)", ", memory_order_acquire)", ", memory_order_release)"]),
    ("fences", &["  atomic_thread_fence("]),
    ("join with a result", &[", (void **)&l"]),
    ("detach", &["  pthread_detach("]),
    ("pthread_exit", &["  pthread_exit("]),
    ("inputs", &["= __VERIFIER_nondet_", "(__VERIFIER_nondet_"]),
    ("assumptions", &["  __VERIFIER_assume("]),
    ("assertions", &["  assert(", "  reach_error("]),
    ("atomic sections", &["  __VERIFIER_atomic_begin("]),
    ("loops with an end", &["  for ("]),
    ("other loops", &["  while ("]),
];

/// What a feature is that can be seen in the threads only.
pub const NESTED: &str = "threads started by threads";

/// Which of the [`FEATURES`] the text of a file has, and whether threads start others.
pub fn features(text: &str) -> Vec<&'static str> {
    let has = |needles: &[&str]| needles.iter().any(|it| text.contains(it));
    let mut found: Vec<&str> = FEATURES.iter().filter(|it| has(it.1)).map(|it| it.0).collect();
    let threads = text.split("int main(void)").next().unwrap_or_default();
    if threads.contains("  pthread_create(") {
        found.push(NESTED);
    }
    found
}
