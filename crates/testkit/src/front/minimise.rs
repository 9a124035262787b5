//! Makes a text small that shows something: stretches of lines, tokens and bytes are left out as long as it still does.

use super::mutate::tokens;

/// A way to take a text apart.
type Split = fn(&[u8]) -> Vec<&[u8]>;

/// A smaller text for which `shows` holds, as it does for `text`; it is asked at most `tries` times.
pub fn minimise(text: &[u8], mut tries: usize, shows: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let split: [Split; 3] = [|it| it.split_inclusive(|it| *it == b'\n').collect(), tokens, |it| it.chunks(1).collect()];
    let mut best = text.to_vec();
    for parts in split {
        let whole = best.clone();
        let mut kept = parts(&whole);
        let mut size = kept.len().div_ceil(2);
        while size > 0 {
            let mut start = 0;
            let before = kept.len();
            while start < kept.len() && tries > 0 {
                let end = (start + size).min(kept.len());
                let smaller = [&kept[..start], &kept[end..]].concat();
                tries -= 1;
                if shows(&smaller.concat()) {
                    kept = smaller;
                } else {
                    start = end;
                }
            }
            // Another round with single parts as long as it helps.
            if size > 1 || kept.len() == before || tries == 0 {
                size = if size == 1 { 0 } else { size.div_ceil(2).min(size - 1) };
            }
        }
        best = kept.concat();
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_left_out() {
        let text = b"int a;\nint b = (1 + 2);\nint c;\n";
        let small = minimise(text, 1000, &mut |it| it.windows(1).any(|it| it == b"(") && it.contains(&b'2'));
        assert_eq!(small, b"(2");
    }

    #[test]
    fn the_number_of_questions_is_limited() {
        let mut asked = 0;
        minimise(&[b'x'; 1000], 10, &mut |_| {
            asked += 1;
            false
        });
        assert_eq!(asked, 10);
    }
}
