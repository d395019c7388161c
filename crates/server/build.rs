//! Builds again when a file of the page is added or removed: the macro that embeds them sees only those that it knows.

fn main() {
    println!("cargo::rerun-if-changed=../../web");
}
