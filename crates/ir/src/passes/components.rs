//! Strongly connected components (Tarjan 1972, without recursion).

/// For each of the nodes `0..count` its component, by one of its members.
pub(super) fn of(count: u32, successors: &dyn Fn(u32) -> Vec<u32>) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let mut component: Vec<Option<u32>> = vec![None; count as usize];
    let (mut number, mut lowest) = (vec![UNSEEN; count as usize], vec![UNSEEN; count as usize]);
    let mut path = Vec::new();
    let mut next = 0;
    for root in 0..count {
        if number[root as usize] != UNSEEN {
            continue;
        }
        let mut open = vec![(root, successors(root))];
        while let Some((node, left)) = open.last_mut() {
            let at = *node as usize;
            if number[at] == UNSEEN {
                (number[at], lowest[at]) = (next, next);
                next += 1;
                path.push(*node);
            }
            if let Some(to) = left.pop() {
                if number[to as usize] == UNSEEN {
                    open.push((to, successors(to)));
                } else if component[to as usize].is_none() {
                    lowest[at] = lowest[at].min(number[to as usize]);
                }
                continue;
            }
            open.pop();
            if let Some((parent, _)) = open.last() {
                lowest[*parent as usize] = lowest[*parent as usize].min(lowest[at]);
            }
            if lowest[at] == number[at] {
                while let Some(member) = path.pop() {
                    component[member as usize] = Some(at as u32);
                    if member as usize == at {
                        break;
                    }
                }
            }
        }
    }
    component.into_iter().map(|it| it.expect("every node was seen")).collect()
}
