//! Inline assembly: nothing, what only holds back the compiler, and the instructions that order memory.

use super::Sema;
use crate::codes;
use crate::tree::{Builtin, Expr, ExprKind, Stmt, StmtKind, Type};
use ir::Order;
use lang_c::ast::AsmStatement;
use lang_c::span::Node;
use source::Span;

/// What an instruction means here.
enum Instruction {
    Nothing,
    Fence(Order),
}

/// The meaning of one instruction, if it has one here.
fn instruction(text: &str) -> Option<Instruction> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words.as_slice() {
        [] | ["nop" | "pause" | "yield" | "isb"] | ["rep", "nop"] => Instruction::Nothing,
        ["mfence" | "sync" | "hwsync"] | ["dmb", "ish" | "sy"] | ["dsb", "ish" | "sy"] | ["fence", "rw,rw"] => {
            Instruction::Fence(Order::SequentiallyConsistent)
        }
        ["lfence"] | ["dmb", "ishld"] | ["fence", "r,rw"] => Instruction::Fence(Order::Acquire),
        ["sfence"] | ["dmb", "ishst"] | ["fence", "rw,w"] => Instruction::Fence(Order::Release),
        ["lwsync"] => Instruction::Fence(Order::AcquireRelease),
        // The usual full barrier: a locked addition of 0 to the top of the stack.
        ["lock", "addl" | "addq" | "orl" | "orq", rest @ ..] if is_nothing_on_the_stack(&rest.concat()) => {
            Instruction::Fence(Order::SequentiallyConsistent)
        }
        _ => return None,
    })
}

fn is_nothing_on_the_stack(operands: &str) -> bool {
    let value = operands.strip_prefix("$0x0,").or_else(|| operands.strip_prefix("$0,"));
    let place = value.map(|it| it.trim_start_matches(['-', '0', '1', '2', '4', '8', 'x']).replace("%%", "%"));
    matches!(place.as_deref(), Some("(%rsp)" | "(%esp)"))
}

/// The meaning of a whole template.
fn fences(template: &str) -> Option<Vec<Order>> {
    // `lock; addl …` and `rep; nop` are one instruction each.
    let text = template.to_ascii_lowercase().replace("lock;", "lock ").replace("rep;", "rep ");
    let mut orders = Vec::new();
    for line in text.split([';', '\n']) {
        match instruction(line)? {
            Instruction::Nothing => {}
            Instruction::Fence(order) => orders.push(order),
        }
    }
    Some(orders)
}

impl<'a> Sema<'a> {
    pub(super) fn assembly(&mut self, node: &'a Node<AsmStatement>, out: &mut Vec<Stmt>) {
        let (template, changes) = match &node.node {
            AsmStatement::GnuBasic(template) => (template, false),
            AsmStatement::GnuExtended(asm) => {
                // `"+r"(x)` hides from the compiler what `x` is, and leaves it as it is.
                let is_kept = |it: &str| it.trim_matches('"').starts_with('+');
                let changes = asm.outputs.iter().any(|it| !it.node.constraints.node.iter().any(|it| is_kept(it)));
                (&asm.template, changes)
            }
        };
        let span = self.span(node.span);
        if let AsmStatement::GnuExtended(asm) = &node.node {
            // What goes in is read, and what is kept as well.
            for operand in asm.outputs.iter().chain(&asm.inputs) {
                let is_place = operand.node.constraints.node.iter().any(|it| it.contains(['m', '=']));
                if !is_place {
                    let value = self.value(&operand.node.variable_name);
                    out.push(Stmt { kind: StmtKind::Expr(value), span });
                }
            }
        }
        let text: String = template.node.iter().map(|it| it.trim_matches('"')).collect();
        let text = text.replace("\\n", "\n").replace("\\t", " ");
        let values = self.assembly_of(&text, changes, span);
        out.extend(values.into_iter().map(|it| Stmt { kind: StmtKind::Expr(it), span }));
    }

    /// The operations that a template stands for; reported if it is not known.
    pub(super) fn assembly_of(&mut self, template: &str, changes: bool, span: Span) -> Vec<Expr> {
        match fences(template) {
            Some(orders) if !changes => {
                let fence = |it| Expr { kind: ExprKind::Builtin(Builtin::Fence(it), Vec::new()), ty: Type::Void, span };
                orders.into_iter().map(fence).collect()
            }
            _ => {
                self.error(codes::ASSEMBLY, span, "not supported: inline assembly");
                Vec::new()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_are_known_and_nothing_else() {
        assert_eq!(fences(""), Some(vec![]));
        assert_eq!(fences("mfence\n"), Some(vec![Order::SequentiallyConsistent]));
        assert_eq!(fences("lock; addl $0,0(%%rsp)"), Some(vec![Order::SequentiallyConsistent]));
        assert_eq!(fences("lock addl $0x0, -4(%esp)"), Some(vec![Order::SequentiallyConsistent]));
        assert_eq!(fences("rep; nop"), Some(vec![]));
        assert_eq!(fences("sfence; pause; LFENCE"), Some(vec![Order::Release, Order::Acquire]));
        assert_eq!(fences("lock; addl $1,0(%%rsp)"), None);
        assert_eq!(fences("movl %0, %1"), None);
    }
}
