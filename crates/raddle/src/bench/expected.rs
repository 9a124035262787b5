//! The table of expected counts, such as `bench/programs/counts.csv`.

use std::collections::BTreeMap;

/// Expected numbers of executions by program, size and reduction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    counts: BTreeMap<(String, String, String), u64>,
}

impl Table {
    /// What is expected, if that is known.
    pub fn executions(&self, program: &str, size: &str, reduction: &str) -> Option<u64> {
        self.counts.get(&(program.to_owned(), size.to_owned(), reduction.to_owned())).copied()
    }

    /// All entries: program, size, reduction, executions.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, &str, u64)> {
        self.counts.iter().map(|((program, size, reduction), &it)| (program.as_str(), size.as_str(), &**reduction, it))
    }
}

/// Reads a table; an error comes with its line, from 1.
///
/// The first line names the columns: the program, its size, and one for each reduction. An empty field is an unknown
/// count. Lines that begin with `#` are remarks.
pub fn parse(text: &str) -> Result<Table, (usize, String)> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, it)| !it.is_empty() && !it.starts_with('#'));
    let Some((number, head)) = lines.next() else { return Err((1, "the table is empty".to_owned())) };
    let columns: Vec<_> = head.split(',').map(str::trim).collect();
    let ["program", _, reductions @ ..] = &columns[..] else {
        return Err((number, "the first column is `program`, the second the size".to_owned()));
    };
    let mut table = Table::default();
    for (number, line) in lines {
        let fields: Vec<_> = line.split(',').map(str::trim).collect();
        if fields.len() != columns.len() {
            return Err((number, format!("there are {} columns, but here are {}", columns.len(), fields.len())));
        }
        for (reduction, field) in reductions.iter().zip(&fields[2..]).filter(|(_, field)| !field.is_empty()) {
            let count = field.parse().map_err(|_| (number, format!("`{field}` is not a count")))?;
            let key = (fields[0].to_owned(), fields[1].to_owned(), (*reduction).to_owned());
            if table.counts.insert(key, count).is_some() {
                return Err((number, format!("{} {} is there twice", fields[0], fields[1])));
            }
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_is_unknown() {
        let table = parse("# a remark\nprogram,N,source,optimal\nfib,1,,3\n").expect("a table");
        assert_eq!(table.executions("fib", "1", "optimal"), Some(3));
        assert_eq!(table.executions("fib", "1", "source"), None);
        assert_eq!(table.executions("fib", "2", "optimal"), None);
    }

    #[test]
    fn errors_have_their_line() {
        for (text, line) in [
            ("", 1),
            ("name,N,source\n", 1),
            ("program,N,source\nfib,1\n", 2),
            ("program,N,source\n\nfib,1,3\nfib,2,x\n", 4),
            ("program,N,source\nfib,1,3\nfib,1,3\n", 3),
        ] {
            assert_eq!(parse(text).map_err(|(line, _)| line), Err(line), "{text}");
        }
    }
}
