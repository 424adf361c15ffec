//! The modules of the server: their layers, which `docs/architecture.md` lists, and no circle of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path as it is written, or that of a module from the root of its crate.
type Names = Vec<String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What a source file refers to outside its tests.
#[derive(Default)]
struct Module {
    paths: BTreeSet<Names>,
    /// The path of each name that is imported.
    imports: BTreeMap<String, Names>,
}

impl Module {
    fn parse(source: &str) -> Self {
        let mut module = Self::default();
        module.read(source.parse().unwrap(), &[], false);
        module
    }

    /// Reads tokens, which continue the path `before` if they are the group of an import.
    fn read(&mut self, tokens: TokenStream, before: &[String], mut is_import: bool) {
        let (mut path, mut continues) = (before.to_vec(), true);
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let mut is_name = false;
            match token {
                TokenTree::Group(group) if continues && group.delimiter() == Delimiter::Brace => {
                    self.read(group.stream(), &path, is_import);
                }
                TokenTree::Group(group) if group.to_string() == "[cfg (test)]" => {
                    // Its item: up to its body, or a semicolon.
                    let is_end = |token: &TokenTree| match token {
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                        token => token.to_string() == ";",
                    };
                    tokens.find(is_end);
                }
                TokenTree::Group(group) => self.read(group.stream(), &[], false),
                TokenTree::Ident(name) if name == "as" && is_import => {
                    self.imports.insert(tokens.next().unwrap().to_string(), path.clone());
                }
                TokenTree::Ident(name) => {
                    if !continues {
                        path.clear();
                    }
                    is_import |= name == "use";
                    path.push(name.to_string());
                    if is_import {
                        self.imports.insert(name.to_string(), path.clone());
                    }
                    is_name = true;
                }
                token => {
                    let text = token.to_string();
                    if text == "," {
                        (path, continues) = (before.to_vec(), true);
                        continue;
                    }
                    is_import &= text != ";";
                }
            }
            let is_colon =
                |token: &TokenTree| matches!(token, TokenTree::Punct(it) if it.as_char() == ':');
            continues = tokens.next_if(is_colon).is_some() && tokens.next_if(is_colon).is_some();
            if is_name && !continues {
                self.paths.insert(path.clone());
            }
        }
    }
}

/// The modules of a crate.
#[derive(Default)]
struct Modules(BTreeMap<Names, Module>);

impl Modules {
    /// Reads the source files of a folder.
    fn read(folder: &Path) -> Self {
        let mut modules = Self::default();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            for entry in fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let name = path.strip_prefix(folder).unwrap().with_extension("");
                    modules.add(name.to_str().unwrap(), &fs::read_to_string(&path).unwrap());
                }
            }
        }
        modules
    }

    fn add(&mut self, file: &str, source: &str) {
        let names = file.split('/').filter(|name| !["lib", "mod"].contains(name));
        self.0.insert(names.map(str::to_owned).collect(), Module::parse(source));
    }

    /// Returns the module that has what a path in the module `from` leads to, if it is one of this crate.
    fn find(&self, from: &[String], path: &[String]) -> Option<Names> {
        let mut found = from.to_vec();
        for (at, name) in path.iter().enumerate() {
            let child = [&found[..], std::slice::from_ref(name)].concat();
            match &**name {
                "crate" => found.clear(),
                "self" => {}
                "super" => drop(found.pop()),
                _ if self.0.contains_key(&child) => found = child,
                _ => {
                    let import = self.0[&found].imports.get(name);
                    // What a module imports for itself is read where it does that.
                    return match import.filter(|import| at > 0 && import[..] != path[..=at]) {
                        Some(import) => self.find(&found, import),
                        None => (at > 0).then_some(found),
                    };
                }
            }
        }
        Some(found)
    }

    /// Returns each module with those that it uses, but for what its parents have for their parts.
    fn uses(&self) -> impl Iterator<Item = (&Names, BTreeSet<Names>)> {
        self.0.iter().map(|(name, module)| {
            let found = module.paths.iter().filter_map(|path| self.find(name, path));
            (name, found.filter(|found| !name.starts_with(found)).collect())
        })
    }

    /// Returns what is used that is not in a lower layer.
    fn upward(&self, layers: &[Names]) -> Vec<String> {
        let layer = |name: &String| {
            let layer = layers.iter().position(|layer| layer.contains(name));
            layer.unwrap_or_else(|| panic!("{name} is in no layer"))
        };
        let pairs =
            self.uses().flat_map(|(name, uses)| uses.into_iter().map(move |used| (name, used)));
        // The crate's root and its program are above all layers.
        let pairs = pairs.filter(|(name, used)| {
            name.first().is_some_and(|room| {
                room != "main" && *room != used[0] && layer(room) >= layer(&used[0])
            })
        });
        pairs.map(|(name, used)| format!("{} uses {}", name.join("::"), used.join("::"))).collect()
    }

    /// Returns the modules that use themselves by way of others.
    fn in_circles(&self) -> Vec<Names> {
        let mut uses: BTreeMap<_, _> = self.uses().collect();
        // What uses nothing that is left, or is used by nothing that is left, is in no circle.
        loop {
            let targets: BTreeSet<_> = uses.values().flatten().cloned().collect();
            let left = uses.len();
            let names: BTreeSet<_> = uses.keys().map(|name| (*name).clone()).collect();
            uses.retain(|name, uses| {
                uses.retain(|it| names.contains(it));
                !uses.is_empty() && targets.contains(*name)
            });
            if uses.len() == left {
                return uses.into_keys().cloned().collect();
            }
        }
    }
}

/// Returns the modules of each layer, the highest first.
fn layers() -> Vec<Names> {
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let (_, section) = text.split_once("\n### Layers\n").unwrap();
    let items = section.split("\n#").next().unwrap().lines();
    let names = |item: &str| {
        item.split(':').next().unwrap().split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    items.filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).map(names).collect()
}

#[test]
fn modules_use_only_those_in_lower_layers_and_are_in_no_circle() {
    let modules = Modules::read(&root().join("server/src"));
    assert!(modules.0.len() > 50, "{}", modules.0.len());
    assert_eq!(modules.upward(&layers()), [""; 0]);
    assert_eq!(modules.in_circles(), [[""; 0]; 0]);
    let renderer = Modules::read(&root().join("server/renderer/src"));
    assert_eq!(renderer.in_circles(), [[""; 0]; 0]);
}

#[test]
fn planted_uses_are_found() {
    let mut planted = Modules::default();
    for (file, source) in [
        ("lib", "mod http; mod page; mod state;"),
        ("page/mod", "mod cache; mod refresh; pub(crate) use cache::Cache;"),
        ("page/cache", "use {super::{refresh::{self as it, start}}, std::fmt};"),
        (
            "page/refresh",
            "#[cfg(test)] mod tests { use crate::state; } fn f() { g!(super::cache::Cache) }",
        ),
        ("http/mod", "use crate::{page::{Cache as It}, state::{self}};"),
        ("http/headers", "#[cfg(test)] use crate::page; fn f() -> super::super::state::State {}"),
        ("state", ""),
    ] {
        planted.add(file, source);
    }
    let layers = ["state", "page", "http"].map(|name| vec![name.to_owned()]);
    let expected = ["http uses page::cache", "http uses state", "http::headers uses state"];
    assert_eq!(planted.upward(&layers), expected);
    assert_eq!(planted.in_circles(), [["page", "cache"], ["page", "refresh"]]);
}

/// What the end of a task means is known in one place.
#[test]
fn tasks_are_started_by_their_module_alone() {
    let modules = Modules::read(&root().join("server/src"));
    for (name, module) in &modules.0 {
        let starts = |path: &&Names| match &path[..] {
            [.., module, function] if module == "web" && function == "block" => true,
            [before @ .., function] => {
                let is_start = ["spawn", "spawn_blocking"].contains(&&**function);
                is_start && before.last().is_none_or(|module| module != "tasks")
            }
            [] => false,
        };
        let found: Vec<_> = module.paths.iter().filter(starts).collect();
        assert!(
            found.is_empty() || name[..] == ["tasks"],
            "{name:?} starts a task by itself: {found:?}"
        );
    }
}
