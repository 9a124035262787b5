//! What counterexamples say: names of places, what calls of the library have done, and what is left out.

use crate::common::raddle;

/// What the command says about a program.
fn told(text: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    let head = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n";
    std::fs::write(&file, format!("{head}{text}")).expect("a file");
    let mut arguments = vec!["check", file.to_str().expect("a plain name")];
    arguments.extend(options);
    raddle(&arguments).stdout
}

#[test]
fn a_pointer_to_a_record_is_not_one_to_its_first_member() {
    let text = told(
        "struct node { struct node *next; int number; } first, nodes[2];\n\
         struct node *_Atomic last = &first;\n\
         int main(void) {\n  last = &nodes[1];\n  last->next = &first;\n  assert(last->next == &nodes[1]);\n}\n",
        &[],
    );
    assert!(text.contains("last: &first → &nodes[1] "), "{text}");
    assert!(text.contains("nodes[1].next: NULL → &first "), "{text}");
}

#[test]
fn members_of_allocated_records_have_names() {
    let text = told(
        "struct route { int network; struct route *next; } *_Atomic routes;\n\
         int *numbers;\n\
         int main(void) {\n  struct route *r = malloc(sizeof(struct route));\n  r->next = 0;\n  routes = r;\n\
         \u{20} numbers = calloc(4, sizeof *numbers);\n  numbers[2] = 7;\n  r->next = r;\n  free(r);\n\
         \u{20} return r->network;\n}\n",
        &[],
    );
    for part in [
        " heap@8.next = NULL ",
        " routes: NULL → &heap@8 ",
        " numbers: NULL → &heap@11[0] ",
        " heap@11[2]: 0 → 7 ",
        " heap@8.next: NULL → &heap@8 ",
        " frees heap@8 ",
        " reads heap@8.network ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

const WAITS: &str = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
     pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n\
     atomic_int closed;\n\
     void *waits(void *p) {\n  pthread_mutex_lock(&m);\n  while (!closed) pthread_cond_wait(&c, &m);\n\
     \u{20} pthread_mutex_unlock(&m);\n  return p;\n}\n\
     int main(void) {\n  pthread_t one, two;\n  pthread_create(&one, 0, waits, 0);\n\
     \u{20} pthread_create(&two, 0, waits, 0);\n  pthread_cond_signal(&c);\n  closed = 1;\n\
     \u{20} pthread_cond_broadcast(&c);\n  pthread_join(one, 0);\n  pthread_join(two, 0);\n}\n";

/// The assertion is behind a wait that only the signal ends.
const WOKEN: &str = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
     pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n\
     int waiting;\n\
     void *waits(void *p) {\n  pthread_mutex_lock(&m);\n  waiting = 1;\n  pthread_cond_wait(&c, &m);\n\
     \u{20} pthread_mutex_unlock(&m);\n  assert(0);\n  return p;\n}\n\
     int main(void) {\n  pthread_t one;\n  pthread_create(&one, 0, waits, 0);\n  pthread_mutex_lock(&m);\n\
     \u{20} if (waiting) pthread_cond_signal(&c);\n  pthread_mutex_unlock(&m);\n  pthread_join(one, 0);\n}\n";

#[test]
fn a_signal_says_whom_it_wakes_and_a_wait_is_told_once() {
    let text = told(WAITS, &["--full-trace"]);
    assert!(text.contains("pthread_cond_signal c: wakes nobody "), "{text}");
    assert!(text.contains("pthread_cond_wait c: unlocks m "), "{text}");
    assert_eq!(text.matches("pthread_cond_wait c waits ").count(), 1, "{text}");
    assert!(!text.contains("atomic section"), "{text}");
    let text = told(WOKEN, &["--full-trace", "--no-spurious"]);
    assert!(text.contains("pthread_cond_signal c: wakes T1 "), "{text}");
    assert!(text.contains("pthread_cond_wait c goes on "), "{text}");
    assert!(!text.contains("atomic section"), "{text}");
}

#[test]
fn assumptions_are_listed_and_none_is_about_what_models_keep() {
    let text = told(WAITS, &["--no-spurious"]);
    assert!(text.contains("\n  assumed: no thread wakes up for no reason (--no-spurious)\n"), "{text}");
    assert!(!text.contains("thread-local"), "{text}");
    let text = told("_Thread_local int x;\nint main(void) { assert(x); }\n", &[]);
    assert!(text.contains("\n  assumed: thread-local objects live on until their thread is joined\n"), "{text}");
}
