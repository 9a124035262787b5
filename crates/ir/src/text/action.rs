//! Edges of the text form: guards, actions, operations.

use super::lexer::Token;
use super::names;
use super::parse::{Parser, Result};
use crate::misuse::Misuse;
use crate::syntax::*;

impl Parser {
    /// `l0 -> l1 if (…): action !span`
    pub(super) fn edge(&mut self) -> Result<Edge> {
        let from = self.location()?;
        let mut to = from;
        if *self.peek() == Token::Arrow {
            self.advance();
            to = self.location()?;
        }
        let guard = if self.accept_word("if") {
            Guard::If(self.expr_of(Width::BOOL)?)
        } else if self.accept_word("unless") {
            Guard::Unless(self.expr_of(Width::BOOL)?)
        } else {
            Guard::Always
        };
        self.expect_mark(':')?;
        let action = self.action()?;
        Ok(Edge { from, to, guard, action, span: self.span() })
    }

    fn action(&mut self) -> Result<Action> {
        if let Token::Register(_) = self.peek() {
            let (dest, width) = self.register_use()?;
            self.expect_mark('=')?;
            if self.at_expr() {
                return Ok(Action::Assign(dest, self.expr_of(width)?));
            }
            let word = self.word("an expression or an operation with a result")?;
            if word == "call" {
                return self.call(Some(dest));
            }
            return self.operation_with_result(&word, dest, width).map(Action::Visible);
        }
        let word = self.word("an action")?;
        match word.as_str() {
            "skip" => Ok(Action::Skip),
            "call" => self.call(None),
            "return" if self.at_expr() => {
                let value = self.expr(self.scope.result)?.0;
                Ok(Action::Return(Some(value)))
            }
            "return" => Ok(Action::Return(None)),
            "stop" => self.stop().map(Action::Stop),
            _ => self.operation(&word).map(Action::Visible),
        }
    }

    fn call(&mut self, dest: Option<RegisterId>) -> Result<Action> {
        let callee = if self.accept_mark('[') {
            let address = self.pointer()?;
            self.expect_mark(']')?;
            Callee::Indirect(address)
        } else {
            let Token::Global(name) = self.peek() else { return self.fail("expected a function such as @f") };
            let Some(Base::Function(function)) = self.names.get(name).copied() else {
                return self.fail("there is no such function");
            };
            self.advance();
            Callee::Direct(function)
        };
        self.expect_mark('(')?;
        let mut arguments = Vec::new();
        while !self.accept_mark(')') {
            arguments.push(self.expr(None)?.0);
            if !self.accept_mark(',') && *self.peek() != Token::Mark(')') {
                return self.fail("expected ',' or ')'");
            }
        }
        Ok(Action::Call { dest, callee, arguments })
    }

    fn stop(&mut self) -> Result<Stop> {
        match self.word("the kind of stop")?.as_str() {
            "assume" => Ok(Stop::Assume),
            "cut" => Ok(Stop::Cut),
            "exit" => Ok(Stop::Exit),
            "threadexit" => Ok(Stop::ThreadExit(self.pointer()?)),
            "fail" => Ok(Stop::Fail(self.text()?)),
            "misuse" => {
                let code = self.text()?;
                let Some(kind) = Misuse::of(&code) else { return self.fail("expected a kind of misuse before this") };
                Ok(Stop::Misuse(Misused { kind, text: self.text()? }))
            }
            "uninitialised" => Ok(Stop::Uninitialised(self.text()?)),
            _ => self.fail("expected assume, cut, exit, threadexit, fail, misuse or uninitialised before this"),
        }
    }

    fn operation(&mut self, word: &str) -> Result<Operation> {
        if let Some(size) = word.strip_prefix("store.") {
            let size = self.size(size)?;
            let address = self.bracketed()?;
            let value = self.expr_of(size.width())?;
            return Ok(Operation::Store { address, value, size, order: self.order()? });
        }
        match word {
            "fence" => Ok(Operation::Fence(self.order()?)),
            "lock" => Ok(Operation::Lock { dest: None, mutex: self.bracketed()? }),
            "unlock" => Ok(Operation::Unlock { dest: None, mutex: self.bracketed()? }),
            "init" => {
                let mutex = self.bracketed()?;
                Ok(Operation::InitMutex { mutex, kind: self.expr_of(Width(32))? })
            }
            "destroy" => Ok(Operation::DestroyMutex(self.bracketed()?)),
            "join" => Ok(Operation::Join { dest: None, thread: self.pointer()? }),
            "detach" => Ok(Operation::Detach(self.pointer()?)),
            "atomic_begin" => Ok(Operation::AtomicBegin { quiet: self.accept_word("quiet") }),
            "atomic_end" => Ok(Operation::AtomicEnd),
            "free" => Ok(Operation::Free(self.pointer()?)),
            "release" => Ok(Operation::Release(self.pointer()?)),
            "open" => Ok(Operation::OpenSlot(self.slot_use()?)),
            "close" => Ok(Operation::CloseSlot(self.slot_use()?)),
            _ => self.fail("unknown action before this"),
        }
    }

    fn operation_with_result(&mut self, word: &str, dest: RegisterId, width: Width) -> Result<Operation> {
        let (head, rest) = word.split_once('.').unwrap_or((word, ""));
        match head {
            "load" => {
                let size = self.size(rest)?;
                let address = self.bracketed()?;
                Ok(Operation::Load { dest, address, size, order: self.order()? })
            }
            "update" => {
                let (update, size) = rest.split_once('.').unwrap_or((rest, ""));
                let Some(update) = names::update(update) else { return self.fail("unknown update before this") };
                let size = self.size(size)?;
                let address = self.bracketed()?;
                let operand = self.expr_of(size.width())?;
                Ok(Operation::Update { dest, address, update, operand, size, order: self.order()? })
            }
            "cmpxchg" => {
                let size = self.size(rest)?;
                let address = self.bracketed()?;
                let expected = self.expr_of(size.width())?;
                let desired = self.expr_of(size.width())?;
                let (order, failure) = (self.order()?, self.order()?);
                let weak = self.accept_word("weak");
                Ok(Operation::CompareExchange { dest, address, expected, desired, size, order, failure, weak })
            }
            _ if !rest.is_empty() => self.fail("unknown operation before this"),
            "lock" => Ok(Operation::Lock { dest: Some(dest), mutex: self.bracketed()? }),
            "unlock" => Ok(Operation::Unlock { dest: Some(dest), mutex: self.bracketed()? }),
            "current" => Ok(Operation::CurrentThread { dest }),
            "doubt" => {
                let about = match Doubt::ALL.into_iter().find(|it| self.accept_word(it.word())) {
                    Some(about) => about,
                    None => return self.fail("what is in doubt: `order` or `handles`"),
                };
                let left = self.pointer()?;
                Ok(Operation::Doubt { dest, about, left, right: self.pointer()? })
            }
            "extent" => Ok(Operation::Extent { dest, address: self.bracketed()? }),
            "trylock" => Ok(Operation::TryLock { dest, mutex: self.bracketed()? }),
            "spawn" => {
                let function = self.pointer()?;
                let argument = self.pointer()?;
                let place = if self.accept_word("at") { Some(self.bracketed()?) } else { None };
                Ok(Operation::Spawn { dest, function, argument, place })
            }
            "join" => Ok(Operation::Join { dest: Some(dest), thread: self.pointer()? }),
            "choose" => Ok(Operation::Choose { dest, domain: self.domain(width)? }),
            "allocate" | "allocate_zeroed" | "allocate_automatic" => {
                let (zeroed, automatic) = (head == "allocate_zeroed", head == "allocate_automatic");
                let size = self.pointer()?;
                let shape = if self.accept_word("as") { Some(Box::new(self.shape()?)) } else { None };
                Ok(Operation::Allocate { dest, size, zeroed, automatic, shape })
            }
            "reallocate" => {
                let address = self.pointer()?;
                Ok(Operation::Reallocate { dest, address, size: self.pointer()? })
            }
            _ => self.fail("unknown operation before this"),
        }
    }

    fn domain(&mut self, width: Width) -> Result<Domain> {
        if self.accept_word("any") {
            return Ok(Domain::Any);
        }
        if self.accept_word("spurious") {
            let cause = self.word("wait, timed_wait, exchange or retry")?;
            return match names::cause(&cause) {
                Some(cause) => Ok(Domain::Spurious(cause)),
                None => self.fail("the word before this is not wait, timed_wait, exchange or retry"),
            };
        }
        let low = self.bits(width)?;
        self.expect_word("to")?;
        Ok(Domain::Range { low, high: self.bits(width)? })
    }

    fn bracketed(&mut self) -> Result<Expr> {
        self.expect_mark('[')?;
        let address = self.pointer()?;
        self.expect_mark(']')?;
        Ok(address)
    }

    fn order(&mut self) -> Result<Order> {
        let Some(order) = self.peek_word().and_then(names::order) else {
            return self.fail("expected a memory order: na, rlx, con, acq, rel, acq_rel, sc or unset");
        };
        self.advance();
        Ok(order)
    }

    fn size(&self, digits: &str) -> Result<Bytes> {
        match digits {
            "1" => Ok(Bytes(1)),
            "2" => Ok(Bytes(2)),
            "4" => Ok(Bytes(4)),
            "8" => Ok(Bytes(8)),
            _ => self.fail("the size before this is not 1, 2, 4 or 8"),
        }
    }
}
