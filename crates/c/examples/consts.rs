//! temporary
fn main() {
    let mut options = c::Options::default();
    let args: Vec<String> = std::env::args().collect();
    if args[2] == "ilp32" { options.model = ir::DataModel::Ilp32; }
    let r = c::with_tree(c::Input::File(std::path::Path::new(&args[1])), &options, |unit, _| {
        for v in &unit.variables {
            let value = &v.init[0].value;
            match c::constant::evaluate(value, unit.into()) {
                Some(c::constant::Constant::Int(x)) => println!("{} {}", v.name, x as i64),
                other => println!("{} {other:?}", v.name),
            }
        }
        Some(())
    });
    if let Err(f) = r { for d in f.diagnostics.iter() { println!("ERR {} {}", d.span.line, d.message); } }
}
