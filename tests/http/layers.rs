//! The layers of the server's modules, which `docs/architecture.md` lists.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the modules of each layer, the highest first.
fn layers() -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let (_, section) = text.split_once("\n### Layers\n").unwrap();
    let items = section.split("\n#").next().unwrap().lines();
    let names = |item: &str| {
        item.split(':').next().unwrap().split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    items.filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).map(names).collect()
}

/// Returns the modules that a source file uses outside its tests.
fn used(source: &str) -> Vec<&str> {
    let source = source.split("#[cfg(test)]").next().unwrap();
    let mut used = Vec::new();
    for rest in source.split("crate::").skip(1) {
        let paths = match rest.strip_prefix('{') {
            Some(group) => group.split('}').next().unwrap().split(',').collect(),
            None => vec![rest],
        };
        for path in paths {
            let is_end = |it: char| !it.is_alphanumeric() && it != '_';
            let name = path.trim_start().split(is_end).next().unwrap();
            // Others are items of the crate itself.
            if name.starts_with(char::is_lowercase) {
                used.push(name);
            }
        }
    }
    used
}

/// Returns what a module uses that is not in a lower layer.
fn upward<'a>(layers: &[Vec<String>], module: &str, source: &'a str) -> Vec<&'a str> {
    let layer = |name: &str| layers.iter().position(|layer| layer.iter().any(|it| it == name));
    let own = layer(module).unwrap_or_else(|| panic!("{module} is in no layer"));
    used(source)
        .into_iter()
        .filter(|name| *name != module && layer(name).is_none_or(|it| it <= own))
        .collect()
}

#[test]
fn modules_use_only_those_in_lower_layers() {
    let layers = layers();
    let mut folders = vec![root().join("server/src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root().join("server/src")).unwrap().to_str().unwrap();
            let module = name.split(['/', '.']).next().unwrap();
            if !["main", "lib"].contains(&module) {
                let source = fs::read_to_string(&path).unwrap();
                assert_eq!(upward(&layers, module, &source), Vec::<&str>::new(), "{name}");
                // What the end of a task means is known in one place.
                let source =
                    source.split("#[cfg(test)]").next().unwrap().replace("tasks::spawn", "");
                let starts = ["spawn(", "spawn_blocking(", "web::block("];
                let is_task = starts.iter().any(|start| source.contains(start));
                assert!(!is_task || module == "tasks", "{name} starts a task by itself");
                files += 1;
            }
        }
    }
    assert!(files > 50, "{files}");

    let planted = "use crate::page::PageCache;\nuse crate::{files, state as it};";
    assert_eq!(upward(&layers, "http", planted), ["page", "state"]);
}
