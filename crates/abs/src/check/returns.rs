//! Whether a body ends by returning a value, whichever way it takes.

use crate::syntax::{Block, ExpressionKind, Statement, StatementKind};

/// Whether the end of a block is never reached.
pub(super) fn returns(block: &Block) -> bool {
    block.statements.iter().any(statement_returns)
}

fn statement_returns(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Return(_) | StatementKind::Throw(_) | StatementKind::Die(_) => true,
        StatementKind::Block(block) => returns(block),
        StatementKind::If { then, otherwise, .. } => {
            statement_returns(then) && otherwise.as_ref().is_some_and(|it| statement_returns(it))
        }
        StatementKind::While { condition, .. } => {
            matches!(&condition.kind, ExpressionKind::Construct { constructor, .. } if constructor.text == "True")
        }
        StatementKind::Switch { arms, .. } => arms.iter().all(|it| statement_returns(&it.1)),
        StatementKind::Try { body, arms, finally } => {
            let finally = finally.as_ref().is_some_and(|it| statement_returns(it));
            finally || statement_returns(body) && arms.iter().all(|it| statement_returns(&it.1))
        }
        StatementKind::Skip
        | StatementKind::Suspend
        | StatementKind::Declare { .. }
        | StatementKind::Assign { .. }
        | StatementKind::Effect(_)
        | StatementKind::ForEach { .. }
        | StatementKind::Await(_)
        | StatementKind::Assert(_)
        | StatementKind::Duration(_) => false,
    }
}
