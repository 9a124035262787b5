//! From a few programs to as many texts as wanted: changes of bytes, tokens and lines, splices, and random pieces of C.
//!
//! Most texts get one to three changes, a few get dozens. Half of the texts get only changes that keep the grammar and
//! often the types, as passes and lowering see only what the rest of the front end accepts.

use super::snippets;
use fastrand::Rng;

/// No text is longer.
pub const MOST_BYTES: usize = 4096;

/// The text with this number. It depends on the seeds, `seed` and `index` only.
pub fn text(seeds: &[String], seed: u64, index: u64) -> Vec<u8> {
    let mut rng = generator(seed, index);
    let rng = &mut rng;
    let mut text = seeds[rng.usize(..seeds.len())].clone().into_bytes();
    let rounds = match rng.u8(..10) {
        0..=4 => 1,
        5..=7 => rng.usize(2..4),
        8 => rng.usize(4..10),
        _ => rng.usize(10..40),
    };
    let mild = rng.bool();
    for _ in 0..rounds {
        text = match rng.u8(..20) {
            _ if mild => change_mildly(&text, rng),
            0 | 1 => change_bytes(text, rng),
            2 => change_lines(text, seeds, rng),
            3 | 4 => splice(text, seeds, rng),
            _ => change_tokens(&text, seeds, rng),
        };
        text.truncate(4 * MOST_BYTES);
    }
    text.truncate(MOST_BYTES);
    text
}

/// Random numbers for the text with this number: neighbours must not have similar ones.
pub(super) fn generator(seed: u64, index: u64) -> Rng {
    let mixed = (seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    Rng::with_seed(mixed ^ (mixed >> 29))
}

pub(super) fn change_bytes(mut text: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    const ODD: &[u8] = b"\0\xff\x80\\\"'\n\r#/*{}()[];:?,.$@`\x0b\x0c\xef\xbb\xbf";
    let at = rng.usize(..=text.len());
    let byte = if rng.bool() { ODD[rng.usize(..ODD.len())] } else { rng.u8(..) };
    match rng.u8(..6) {
        0 if at < text.len() => text[at] ^= 1 << rng.u8(..8),
        1 if at < text.len() => text[at] = byte,
        2 => text.insert(at, byte),
        3 => drop(text.drain(at..(at + rng.usize(..8)).min(text.len()))),
        4 => {
            let again = text[at..(at + rng.usize(..64)).min(text.len())].to_vec();
            text.splice(at..at, again);
        }
        _ if rng.u8(..4) == 0 => text.truncate(at),
        _ => text.insert(at, byte),
    }
    text
}

pub(super) fn change_lines(text: Vec<u8>, seeds: &[String], rng: &mut Rng) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|it| *it == b'\n').collect();
    let other = seeds[rng.usize(..seeds.len())].as_bytes();
    let others: Vec<&[u8]> = other.split_inclusive(|it| *it == b'\n').collect();
    if lines.is_empty() || others.is_empty() {
        return text;
    }
    let (at, to) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
    match rng.u8(..5) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(to, lines[at]),
        2 => lines.swap(at, to),
        3 => lines.insert(at, others[rng.usize(..others.len())]),
        _ => {
            const MARKERS: &[&[u8]] = &[
                b"# 1 \"other.h\" 1\n",
                b"#line 4294967295 \"x\"\n",
                b"#line 99999999999 \"y\n",
                b"# 0 \"\"\n",
                b"#pragma pack(1)\n",
                b"# 7\n",
                b"#\n",
                b"# 3 \"a\\",
                b"# 2147483648 \"fuzzed.i\"\n",
                b"#error\n",
            ];
            lines.insert(at, MARKERS[rng.usize(..MARKERS.len())]);
        }
    }
    lines.concat()
}

/// The beginning of one text and the end of another, or a stretch of another in the middle.
pub(super) fn splice(text: Vec<u8>, seeds: &[String], rng: &mut Rng) -> Vec<u8> {
    let other = seeds[rng.usize(..seeds.len())].as_bytes();
    let (ours, theirs) = (tokens(&text), tokens(other));
    if ours.is_empty() || theirs.is_empty() {
        return text;
    }
    let (a, b) = (rng.usize(..ours.len()), rng.usize(..theirs.len()));
    match rng.u8(..3) {
        0 => [ours[..a].concat(), theirs[b..].concat()].concat(),
        1 => {
            let end = (b + rng.usize(1..60)).min(theirs.len());
            [ours[..a].concat(), theirs[b..end].concat(), ours[a..].concat()].concat()
        }
        // A bracket and its contents stay together.
        _ => {
            let ours_end = (a..ours.len()).find(|it| matches!(ours[*it], b";" | b"}")).map_or(ours.len(), |it| it + 1);
            let open = (b..theirs.len()).find(|it| matches!(theirs[*it], b"{" | b"(")).unwrap_or(b);
            let end = closing(&theirs, open);
            [ours[..ours_end].concat(), theirs[open..end].concat(), ours[ours_end..].concat()].concat()
        }
    }
}

/// Behind the bracket that closes the one at `open`.
pub(super) fn closing(tokens: &[&[u8]], open: usize) -> usize {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match *token {
            b"{" | b"(" | b"[" => depth += 1,
            b"}" | b")" | b"]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}

fn change_tokens(text: &[u8], seeds: &[String], rng: &mut Rng) -> Vec<u8> {
    let mut list = tokens(text);
    let solid: Vec<usize> = (0..list.len()).filter(|it| !list[*it][0].is_ascii_whitespace()).collect();
    if solid.is_empty() {
        return snippets::declaration(rng, &[], 3).into_bytes();
    }
    let pick = |rng: &mut Rng| solid[rng.usize(..solid.len())];
    let (at, other) = (pick(rng), pick(rng));
    let token = list[at];
    let names: Vec<String> = (0..6).map(|_| pick(rng)).filter_map(|it| name(list[it])).collect();
    let fresh: String;
    match rng.u8(..14) {
        0 => drop(list.remove(at)),
        1 => list.insert(at, token),
        2 => list.swap(at, other),
        3 => list[at] = list[other],
        4 => {
            let foreign = tokens(seeds[rng.usize(..seeds.len())].as_bytes());
            fresh = String::from_utf8_lossy(foreign[rng.usize(..foreign.len())]).into_owned();
            list[at] = fresh.as_bytes();
        }
        5 if rng.u8(..4) == 0 => {
            fresh = String::from_utf8_lossy(token).repeat(rng.usize(2..500));
            list[at] = fresh.as_bytes();
        }
        6 => drop(list.drain(at..closing(&list, at))),
        7 => {
            let end = closing(&list, at);
            let copy: Vec<&[u8]> = list[at..end].to_vec();
            list.splice(other..other, copy);
        }
        // Otherwise what stands there is replaced by something of its kind, or gets a neighbour.
        _ => {
            fresh = similar(token, &names, rng);
            list[at] = fresh.as_bytes();
        }
    }
    list.concat()
}

/// Changes a number, a type, an operator or a name to another, or adds arithmetic or a statement.
fn change_mildly(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    const OPERATORS: &[&str] =
        &["+", "-", "/", "%", "|", "^", "<<", ">>", "&&", "||", "==", "!=", "<", ">", "<=", ">="];
    const ASSIGNMENTS: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="];
    let mut list = tokens(text);
    // What is used with arithmetic, or assigned to, is likely a variable with a number.
    let numeric = |at: usize| {
        let near = |it: Option<&&[u8]>| {
            it.is_some_and(|it| ["=", "+", "++", "<", "==", "+="].iter().any(|op| op.as_bytes() == *it))
        };
        near(list.get(at + 1)) || near(list.get(at + 2)) || (at > 1 && near(list.get(at - 2)))
    };
    let variables: Vec<String> = (0..list.len()).filter(|it| numeric(*it)).filter_map(|it| name(list[it])).collect();
    let is = |token: &[u8], of: &[&str]| of.iter().any(|it| it.as_bytes() == token);
    for _ in 0..30 {
        let at = rng.usize(..list.len().max(1)).min(list.len().saturating_sub(1));
        let Some(token) = list.get(at).copied() else { break };
        let start = rng.usize(..=variables.len());
        let names = &variables[start..(start + 2).min(variables.len())];
        let depth = rng.usize(..4);
        let old = String::from_utf8_lossy(token).into_owned();
        let inside = list[..at].iter().fold(0i32, |depth, it| match *it {
            b"{" => depth + 1,
            b"}" => depth - 1,
            b"(" => depth + 1000,
            b")" => depth - 1000,
            _ => depth,
        });
        let new = match token {
            b";" if (1..1000).contains(&inside) => format!("; {}", snippets::plain_statement(rng, names, depth)),
            b";" if inside == 0 => match rng.bool() {
                true => format!(
                    "; {} g{} = {};",
                    snippets::number_type(rng),
                    rng.u8(..99),
                    snippets::arithmetic(rng, &[], depth)
                ),
                false => format!("; {}", snippets::declaration(rng, &[], 1)),
            },
            b"int" | b"char" | b"long" | b"unsigned" | b"short" | b"_Bool" => snippets::number_type(rng).to_owned(),
            _ if is(token, OPERATORS) => snippets::pick(rng, OPERATORS).to_owned(),
            _ if is(token, ASSIGNMENTS) => snippets::pick(rng, ASSIGNMENTS).to_owned(),
            _ if token[0].is_ascii_digit() => snippets::arithmetic(rng, names, depth),
            _ if variables.contains(&old) && rng.bool() => format!("({})", snippets::arithmetic(rng, &[old], depth)),
            _ if variables.contains(&old) => variables[rng.usize(..variables.len())].clone(),
            _ => continue,
        };
        list[at] = new.as_bytes();
        return list.concat();
    }
    text.to_vec()
}

/// Something that could stand where the token stands.
fn similar(token: &[u8], names: &[String], rng: &mut Rng) -> String {
    const WORDS: &[&str] = &["int", "char", "long", "short", "unsigned", "signed", "void", "struct", "const", "_Bool"];
    let old = String::from_utf8_lossy(token).into_owned();
    let depth = rng.usize(..4);
    match token {
        b";" | b"{" | b"}" => match rng.u8(..4) {
            0 => format!("{old} {}", snippets::declaration(rng, names, depth)),
            _ => format!("{old} {}", snippets::statement(rng, names, depth)),
        },
        _ if WORDS.iter().any(|it| it.as_bytes() == token) => snippets::type_name(rng).to_owned(),
        _ if token[0].is_ascii_digit() || token[0] == b'\'' || token[0] == b'"' => match rng.u8(..3) {
            0 => snippets::expression(rng, names, depth),
            _ => snippets::number(rng),
        },
        _ if name(token).is_some() => match rng.u8(..4) {
            0 if !names.is_empty() => names[rng.usize(..names.len())].clone(),
            1 => format!("({})", snippets::expression(rng, names, depth)),
            2 => format!("({}){old}", snippets::type_name(rng)),
            _ => snippets::expression(rng, names, depth),
        },
        _ => snippets::operator(rng).to_owned(),
    }
}

fn name(token: &[u8]) -> Option<String> {
    const KEYWORDS: &[&[u8]] = &[
        b"int",
        b"char",
        b"long",
        b"short",
        b"unsigned",
        b"signed",
        b"void",
        b"struct",
        b"union",
        b"enum",
        b"const",
        b"static",
        b"extern",
        b"if",
        b"else",
        b"for",
        b"while",
        b"do",
        b"switch",
        b"case",
        b"default",
        b"break",
        b"continue",
        b"return",
        b"goto",
        b"sizeof",
        b"typedef",
        b"_Bool",
        b"_Atomic",
        b"volatile",
    ];
    let first = token[0].is_ascii_alphabetic() || token[0] == b'_';
    (first && !KEYWORDS.contains(&token)).then(|| String::from_utf8_lossy(token).into_owned())
}

/// Words, numbers, literals, white space, and single characters of everything else.
pub fn tokens(text: &[u8]) -> Vec<&[u8]> {
    let word = |it: u8| it.is_ascii_alphanumeric() || it == b'_' || it >= 0x80;
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(&first) = text.get(start) {
        let run = |holds: &dyn Fn(u8) -> bool| text[start..].iter().take_while(|it| holds(**it)).count();
        let length = match first {
            _ if word(first) => run(&word),
            _ if first.is_ascii_whitespace() => run(&|it| it.is_ascii_whitespace()),
            b'"' | b'\'' => {
                let inside = text[start + 1..].iter().take_while(|it| **it != first && **it != b'\n').count();
                (inside + 2).min(text.len() - start)
            }
            _ => {
                const LONG: &[&[u8]] = &[
                    b"<<=", b">>=", b"...", b"->", b"++", b"--", b"&&", b"||", b"<<", b">>", b"+=", b"-=", b"*=",
                    b"/=", b"%=", b"&=", b"|=", b"^=", b"==", b"!=", b"<=", b">=",
                ];
                LONG.iter().find(|it| text[start..].starts_with(it)).map_or(1, |it| it.len())
            }
        };
        found.push(&text[start..start + length]);
        start += length;
    }
    found
}
