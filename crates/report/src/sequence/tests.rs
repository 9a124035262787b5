use super::*;
use event::Column;

fn column(name: &str, ends: &[&str]) -> Column {
    Column { name: name.to_owned(), ends: ends.iter().map(|it| (*it).to_owned()).collect() }
}

fn row(step: usize, column: usize, line: u32, what: What) -> Row {
    let position = Span { file: source::FileId(0), line, column: 1, length: 1 };
    Row { step, column, position, what, matters: true }
}

fn runs(text: &str) -> What {
    What::Runs(text.to_owned())
}
fn does(text: &str) -> What {
    What::Does(text.to_owned())
}
fn calls(to: usize, text: &str) -> What {
    What::Calls { to, text: text.to_owned() }
}
fn creates(to: usize, text: &str) -> What {
    What::Creates { to, text: text.to_owned() }
}
fn answers(to: usize, text: &str) -> What {
    What::Answers { to, text: text.to_owned() }
}
fn fails(text: &str) -> What {
    What::Fails(text.to_owned())
}

const BUFFER: &str = "\
class Buffer(Int capacity) implements IBuffer {
  Int used = 0;
  Unit store(Int x) {
    assert used < capacity;
    used = used + 1;
  }
  Maybe<Int> take() {
    used = used - 1;
    return Just(7);
  }
}
class Producer(IBuffer buf) implements IProducer {
  Unit produce() {
    await buf!store(1);
    this!produce();
  }
}
class Consumer(IBuffer buf) implements IConsumer {
  Unit consume() {
    await buf!take();
  }
}
{
  IBuffer b = new Buffer(1);
  IProducer p = new Producer(b);
  IConsumer c = new Consumer(b);
  p!produce();
  c!consume();
}
";

fn sources() -> Sources {
    let mut sources = Sources::new();
    sources.add("buffer.abs", Some(BUFFER.to_owned()));
    sources
}

fn buffer() -> Diagram {
    let rows = vec![
        row(0, 0, 23, runs("main")),
        row(0, 0, 24, creates(1, "Buffer(1)")),
        row(0, 0, 25, creates(2, "Producer(Buffer)")),
        row(0, 0, 26, creates(3, "Consumer(Buffer)")),
        row(0, 0, 27, calls(2, "produce()")),
        row(0, 0, 28, calls(3, "consume()")),
        row(1, 2, 13, runs("produce()")),
        row(1, 2, 14, calls(1, "store(1)")),
        row(2, 3, 19, runs("consume()")),
        row(2, 3, 20, calls(1, "take()")),
        row(3, 1, 3, runs("store(1)")),
        row(3, 1, 5, does("used = 1")),
        row(3, 1, 6, answers(2, "store: done")),
        row(4, 1, 7, runs("take()")),
        row(4, 1, 8, does("used = 0")),
        row(4, 1, 9, answers(3, "take: Just(7)")),
        row(5, 2, 14, runs("produce goes on")),
        row(5, 2, 15, calls(2, "produce()")),
        row(6, 1, 3, runs("store(1)")),
        row(6, 1, 4, fails("assertion failed")),
    ];
    let columns = vec![
        column("main", &[]),
        column("Buffer", &["capacity = 1", "used = 1"]),
        column("Producer", &["buf = Buffer"]),
        column("Consumer", &["buf = Buffer"]),
    ];
    Diagram { columns, rows }
}

/// A master with some workers, each of which sends it a number.
fn workers(count: usize) -> Diagram {
    let mut columns = vec![column("main", &[]), column("Master", &["answers = 1", "total = 38717/130000"])];
    let mut rows = vec![row(0, 0, 1, runs("main")), row(0, 0, 2, creates(1, "Master(Nil)"))];
    for worker in 1..=count {
        columns.push(column(&format!("Worker{worker}"), &[]));
        rows.push(row(0, 0, 3, creates(worker + 1, &format!("Worker({worker}, {count})"))));
    }
    for worker in 1..=count {
        rows.push(row(worker, worker + 1, 4, runs("work(Master, 10)")));
        rows.push(row(worker, worker + 1, 5, calls(1, "add(38717/130000)")));
    }
    rows.push(row(count + 1, 1, 5, runs("add(38717/130000)")));
    rows.push(row(count + 1, 1, 5, fails("assertion `total < 3 && answers == length(ws)` failed")));
    Diagram { columns, rows }
}

fn drawn(diagram: &Diagram, full_trace: bool) -> String {
    sequence(diagram, &sources(), Style { full_trace, ..Style::default() })
}

#[test]
fn actors_tell_each_other_what_happens() {
    let expected = "
  step  main                                                                           line
     1    ● main                                                                         23  {
          ├────new Buffer(1)────▶Buffer                                                  24  IBuffer b = new Buffer(1);
          ├──new Producer(Buffer)───┼─────────────▶Producer                              25  IProducer p = new Producer(b);
          ├──new Consumer(Buffer)───┼──────────────────┼────────────▶Consumer            26  IConsumer c = new Consumer(b);
          ├───────produce()─────────┼─────────────────▶│                 │               27  p!produce();
          ├───────consume()─────────┼──────────────────┼────────────────▶│               28  c!consume();
     2    │                         │                  ● produce()       │               13  Unit produce() {
          │                         │◀────store(1)─────┤                 │               14  await buf!store(1);
     3    │                         │                  │                 ● consume()     19  Unit consume() {
          │                         │◀─────────────────┼──────take()─────┤               20  await buf!take();
     4    │                         ● store(1)         │                 │                3  Unit store(Int x) {
          │                         │ used = 1         │                 │                5  used = used + 1;
          │                         ├╌╌╌store: done╌╌╌▷│                 │                6  }
     5    │                         ● take()           │                 │                7  Maybe<Int> take() {
          │                         │ used = 0         │                 │                8  used = used - 1;
          │                         ├╌╌take: Just(7)╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌▷│                9  return Just(7);
     6    │                         │                  ● produce goes on │               14  await buf!store(1);
          │                         │                  ├──produce()──╮   │               15  this!produce();
          │                         │                  │◀────────────╯   │
     7    │                         ● store(1)         │                 │                3  Unit store(Int x) {
          │                         ✗ assertion failed │                 │                4  assert used < capacity;

  at the end
    Buffer    capacity = 1, used = 1
    Producer  buf = Buffer
    Consumer  buf = Buffer
";
    assert_eq!(drawn(&buffer(), false), expected.trim_start_matches('\n'));
}

#[test]
fn rows_that_do_not_matter_and_actors_without_rows_are_left_out() {
    let mut diagram = buffer();
    for row in &mut diagram.rows {
        row.matters = ![0, 2, 4].contains(&row.step);
    }
    let expected = "
  step  Buffer          Producer                line
     2     │                ● produce()           13  Unit produce() {
           │◀───store(1)────┤                     14  await buf!store(1);
     4     ● store(1)       │                      3  Unit store(Int x) {
           │ used = 1       │                      5  used = used + 1;
           ├╌╌store: done╌╌▷│                      6  }
     6     │                ● produce goes on     14  await buf!store(1);
           │                ├──produce()──╮       15  this!produce();
           │                │◀────────────╯
     7     ● store(1)       │                      3  Unit store(Int x) {
           ✗ assertion failed                      4  assert used < capacity;

  (11 rows that do not matter left out; --full-trace shows all)

  at the end
    Buffer    capacity = 1, used = 1
    Producer  buf = Buffer
";
    assert_eq!(drawn(&diagram, false), expected.trim_start_matches('\n'));
    assert_eq!(drawn(&diagram, true), drawn(&buffer(), false));
}

#[test]
fn texts_are_written_over_lifelines_where_there_is_no_room() {
    let text = drawn(&workers(6), false);
    let lines: Vec<&str> = text.lines().skip(1).step_by(3).collect();
    let expected = "
     1    ● main                                                                                                         1  class Buffer(Int capacity…
          ├──new Worker(2, 6)────────┼───────▶Worker2                                                                    3  Unit store(Int x) {
          ├──new Worker(5, 6)────────┼───────────┼───────────┼───────────┼───────▶Worker5                                3  Unit store(Int x) {
          │             │◀─add(387…──┤           │           │           │           │           │                       5  used = used + 1;
     4    │             │            │           │           ● work(Master, 10)      │           │                       4  assert used < capacity;
          │             │◀───────────┼───────────┼────add(38717/130000)──┤           │           │                       5  used = used + 1;
     7    │             │            │           │           │           │           │           ● work(Master, 10)      4  assert used < capacity;
          │             ✗ assertion `total < 3 && answers == length(ws)` failed      │           │                       5  used = used + 1;
    Master  answers = 1, total = 38717/130000
";
    assert_eq!(lines.join("\n"), expected.trim_start_matches('\n').trim_end());
    assert!(text.lines().all(|it| it.chars().count() <= WIDEST_LINE), "{text}");
}

#[test]
fn many_actors_are_a_list() {
    let text = drawn(&workers(7), false);
    let lines: Vec<&str> = text.lines().take(26).step_by(5).collect();
    let expected = "
  step  what happens                                                    line
        main → Worker3: new Worker(3, 7)                                   3  Unit store(Int x) {
     2  Worker1 ● work(Master, 10)                                         4  assert used < capacity;
        Worker3 → Master: add(38717/130000)                                5  used = used + 1;
     7  Worker6 ● work(Master, 10)                                         4  assert used < capacity;
        Master ✗ assertion `total < 3 && answers == length(ws)` failed     5  used = used + 1;
";
    assert_eq!(lines.join("\n"), expected.trim_start_matches('\n').trim_end());
}

#[test]
fn long_texts_are_cut_and_values_at_the_end_are_wrapped() {
    let long = "a very long text that goes on and on ".repeat(8);
    let short = "x".repeat(60);
    let what =
        [runs(&long), does("line\nbreak"), calls(0, &long), calls(1, &long), answers(1, &long), creates(2, &long)];
    let rows = what.into_iter().map(|it| row(0, 0, 1, it)).chain([row(1, 1, 2, fails(&long))]).collect();
    let columns = vec![column(&long, &[&short, &short, "y = 1"]), column("B", &[]), column("C", &[])];
    let text = drawn(&Diagram { columns, rows }, false);
    let body: Vec<&str> = text.split("\n  at the end\n").collect();
    assert!(body[0].lines().all(|it| it.chars().count() <= WIDEST_LINE), "{text}");
    assert!(body[0].contains("│ line break "), "{text}");
    assert_eq!(body[1].lines().count(), 2, "{text}");
}

#[test]
fn a_failure_without_rows_happens_at_once() {
    let diagram = Diagram { columns: vec![column("main", &[])], rows: vec![] };
    assert_eq!(drawn(&diagram, false), AT_ONCE);
}
