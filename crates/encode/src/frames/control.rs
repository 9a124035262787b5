//! Where threads can be: functions that have called each other, and operations in them.
//!
//! A *context* is a chain of calls, each by the edge that makes it. A *node* is a visible operation in a context: a program
//! counter of the whole stack. Both are numbered as they are met.

use crate::flow::Flow;
use ir::passes::walk;
use ir::{Action, Edge, Function, FunctionId, Operation, Program};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A chain of calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ContextId(u32);

/// A visible operation in a chain of calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// The innermost call of a chain.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Who has called, and by which of its edges; nothing for the first function of a thread.
    pub caller: Option<(ContextId, u32)>,
    /// What was called.
    pub function: FunctionId,
    /// How many calls of it are in the chain.
    pub again: u32,
    /// How long the chain is.
    pub depth: u32,
}

/// A program counter.
#[derive(Clone, Debug)]
pub struct Node {
    /// The chain of calls.
    pub context: ContextId,
    /// The edge with the operation, by its index in the innermost function.
    pub edge: u32,
    /// For each function of the chain, outermost first, the registers that matter from here on.
    pub live: Rc<Vec<Vec<bool>>>,
    /// Whether it, or a call that leads to it, is in a loop.
    pub repeats: bool,
}

/// All that was met.
pub struct Control<'p> {
    program: &'p Program,
    flows: Vec<Option<Rc<Flow>>>,
    contexts: Vec<Context>,
    by_call: FxHashMap<(Option<(ContextId, u32)>, FunctionId), ContextId>,
    nodes: Vec<Node>,
    by_edge: FxHashMap<(ContextId, u32), NodeId>,
}

impl ContextId {
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl NodeId {
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl<'p> Control<'p> {
    pub fn new(program: &'p Program) -> Self {
        Control {
            program,
            flows: vec![None; program.functions.len()],
            contexts: Vec::new(),
            by_call: FxHashMap::default(),
            nodes: Vec::new(),
            by_edge: FxHashMap::default(),
        }
    }

    /// The shape of a function.
    pub fn flow(&mut self, function: FunctionId) -> Rc<Flow> {
        let flow = &mut self.flows[function.index()];
        flow.get_or_insert_with(|| Rc::new(Flow::of(&self.program.functions[function.index()]))).clone()
    }

    /// The context of a call.
    pub fn call(&mut self, caller: Option<(ContextId, u32)>, function: FunctionId) -> ContextId {
        if let Some(&known) = self.by_call.get(&(caller, function)) {
            return known;
        }
        let mut again = 0;
        let mut depth = 0;
        let mut above = caller;
        while let Some((context, _)) = above {
            let it = self.contexts[context.index()];
            again += u32::from(it.function == function);
            depth += 1;
            above = it.caller;
        }
        let context = ContextId(self.contexts.len() as u32);
        self.contexts.push(Context { caller, function, again, depth });
        self.by_call.insert((caller, function), context);
        context
    }

    /// A context.
    pub fn context(&self, context: ContextId) -> Context {
        self.contexts[context.index()]
    }

    /// The function that runs in a context.
    pub fn function(&self, context: ContextId) -> &'p Function {
        &self.program.functions[self.contexts[context.index()].function.index()]
    }

    /// The node of an edge in a context.
    pub fn node(&mut self, context: ContextId, edge: u32) -> NodeId {
        if let Some(&known) = self.by_edge.get(&(context, edge)) {
            return known;
        }
        let live = Rc::new(self.live(context, edge));
        let repeats = self.repeats(context, edge);
        let node = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { context, edge, live, repeats });
        self.by_edge.insert((context, edge), node);
        node
    }

    /// A node.
    pub fn at(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    /// The edge of a node.
    pub fn edge(&self, node: NodeId) -> &'p Edge {
        let node = &self.nodes[node.index()];
        &self.function(node.context).edges[node.edge as usize]
    }

    /// The operation of a node.
    pub fn operation(&self, node: NodeId) -> &'p Operation {
        match &self.edge(node).action {
            Action::Visible(operation) => operation,
            Action::Skip | Action::Assign(..) | Action::Call { .. } | Action::Return(_) | Action::Stop(_) => {
                unreachable!("a node is at a visible operation")
            }
        }
    }

    fn repeats(&mut self, context: ContextId, edge: u32) -> bool {
        let mut at = Some((context, edge));
        while let Some((context, edge)) = at {
            let flow = self.flow(self.context(context).function);
            let from = self.function(context).edges[edge as usize].from;
            if !flow.loops[from.index()].is_empty() {
                return true;
            }
            at = self.context(context).caller;
        }
        false
    }

    /// What matters in each function of a chain when its innermost one is about to do what an edge does.
    fn live(&mut self, context: ContextId, edge: u32) -> Vec<Vec<bool>> {
        let mut live = Vec::new();
        let mut at = Some((context, edge));
        let mut innermost = true;
        while let Some((context, edge)) = at {
            let flow = self.flow(self.context(context).function);
            let edge = &self.function(context).edges[edge as usize];
            let mut here = flow.live[edge.to.index()].clone();
            if let Some(written) = walk::written(&edge.action) {
                here[written.index()] = false;
            }
            if innermost {
                for expr in walk::operands(&edge.action) {
                    expr.for_each_register(&mut |it| here[it.index()] = true);
                }
            }
            innermost = false;
            live.push(here);
            at = self.context(context).caller;
        }
        live.reverse();
        live
    }
}
