//! `glue MODULE FOLDER`: writes the module without what only its builder needs, and the script that loads it, into a folder.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        return Err("expected a module and a folder".into());
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(module).out_name("quintet").typescript(false);
    bindgen.web(true)?.remove_name_section(true).remove_producers_section(true).omit_default_module_path(true);
    Ok(bindgen.generate(folder)?)
}
