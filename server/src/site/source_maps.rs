//! Source maps: the frames of a stack trace as places in the sources.
//!
//! The build minifies its scripts, and writes a map of each into a folder that clients cannot
//! fetch. A map is read at the first error in its script; a frame without a usable map stays as
//! it is.

use std::collections::HashMap;
use std::sync::Arc;

use marquee_renderer::{BUNDLE_SPECIFIER, RenderError};
use parking_lot::Mutex;
use sourcemap::SourceMap;

use super::public_files::{self, ASSETS};
use crate::files::BuiltFiles;

/// Folder of the maps, within the build's.
pub(super) const FOLDER: &str = "source-maps/";

/// Limit of the frames of a client's report, as in `client/boot/hydration-errors.ts`.
const MAX_CLIENT_FRAMES: usize = 5;

/// Limit of one of them, in bytes.
const MAX_CLIENT_FRAME: usize = 128;

/// The source maps of a build.
#[derive(Debug)]
pub struct SourceMaps {
    files: Arc<BuiltFiles>,
    /// Name of the server bundle.
    entry: String,
    /// Those read so far, by name; `None` for one without a usable map.
    scripts: Mutex<HashMap<String, Option<Arc<Script>>>>,
}

/// A minified script and its map.
#[derive(Debug)]
struct Script {
    lines: Vec<String>,
    map: SourceMap,
}

/// Line and column of a place in a script, from 0.
type Position = (u32, u32);

impl SourceMaps {
    pub(super) fn new(files: Arc<BuiltFiles>, entry: &str) -> Self {
        Self { files, entry: entry.to_owned(), scripts: Mutex::default() }
    }

    /// Maps the frames of an error of the server bundle. Blocks while it reads the map.
    #[must_use]
    pub(crate) fn map_error(&self, error: RenderError) -> RenderError {
        match error {
            RenderError::Start(error) => RenderError::Start(self.map_stack(&error)),
            RenderError::Failed { error, component_stack } => RenderError::Failed {
                error: self.map_stack(&error),
                component_stack: component_stack.map(|stack| self.map_stack(stack.trim_start())),
            },
            error => error,
        }
    }

    /// Maps the frames that a client reports: `name@file:line:column`, without a name in
    /// anonymous functions, and with a space after each, without which one is incomplete. Blocks
    /// while it reads the map. Anybody can send a report: what is no frame is left out.
    #[must_use]
    pub(crate) fn map_client_frames(&self, frames: &str) -> String {
        let frames = frames.split_inclusive(' ').filter_map(|frame| frame.strip_suffix(' '));
        let frames = frames.take(MAX_CLIENT_FRAMES).filter_map(|frame| {
            let (name, place) = frame.split_once('@')?;
            let (file, position) = place.split_once(':')?;
            let position = parse_position(position)?;
            let is_name =
                |text: &str| text.chars().all(|c| is_identifier_part(c) || c == '.' || c == '-');
            if frame.len() > MAX_CLIENT_FRAME || !is_name(name) || !is_name(file) {
                return None;
            }
            let script = self.script(&format!("{}{ASSETS}{file}", public_files::FOLDER));
            let mapped = script.as_ref().and_then(|script| script.place(position));
            let place = mapped.unwrap_or_else(|| place.to_owned());
            let name = script.and_then(|it| it.name(name, position)).unwrap_or(name.to_owned());
            Some(if name.is_empty() {
                format!("at {place}")
            } else {
                format!("at {name} ({place})")
            })
        });
        frames.collect::<Vec<_>>().join("\n")
    }

    fn map_stack(&self, stack: &str) -> String {
        let map = |line: &str| self.map_line(line).unwrap_or_else(|| line.to_owned());
        stack.lines().map(map).collect::<Vec<_>>().join("\n")
    }

    /// Maps a line such as `    at ks (file:///marquee/entry.js:533:101)`.
    fn map_line(&self, line: &str) -> Option<String> {
        let (before, after) = line.split_once(BUNDLE_SPECIFIER)?;
        let after = after.strip_prefix(':')?;
        let end = after.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(after.len());
        let (position, after) = after.split_at(end);
        let position = parse_position(position)?;
        let script = self.script(&self.entry)?;
        let place = script.place(position)?;
        let (at, name) = before.strip_suffix(" (").and_then(|it| it.rsplit_once(' ')).unzip();
        match name.and_then(|name| script.name(name, position)) {
            Some(name) => Some(format!("{} {name} ({place}{after}", at.unwrap_or_default())),
            None => Some(format!("{before}{place}{after}")),
        }
    }

    fn script(&self, name: &str) -> Option<Arc<Script>> {
        let map = format!("{FOLDER}{}.map", name.rsplit('/').next()?);
        // There are no more entries than maps, whatever a client names.
        self.files.digest(&map)?;
        let mut scripts = self.scripts.lock();
        let script = scripts.entry(name.to_owned()).or_insert_with(|| {
            let script = Script::read(&self.files, name, &map);
            let script = script.inspect_err(|error| {
                tracing::warn!(error = format!("{error:#}"), "source map not read");
            });
            script.ok().map(Arc::new)
        });
        script.clone()
    }
}

impl Script {
    fn read(files: &BuiltFiles, name: &str, map: &str) -> anyhow::Result<Self> {
        let source = String::from_utf8(files.read(name)?)?;
        let map = SourceMap::from_slice(&files.read(map)?)?;
        Ok(Self { lines: source.lines().map(str::to_owned).collect(), map })
    }

    /// The place in the sources, such as `client/app/app.tsx:41:17`.
    fn place(&self, (line, column): Position) -> Option<String> {
        let token = self.map.lookup_token(line, column)?;
        // Relative to the folder of the script.
        let source = token.get_source()?.trim_start_matches("../");
        Some(format!("{source}:{}:{}", token.get_src_line() + 1, token.get_src_col() + 1))
    }

    /// The name in the sources of the function `minified`, which encloses this position:
    /// that of the last identifier before it with this minified name. A component stack has the
    /// start of the function, which its name follows.
    fn name(&self, minified: &str, (line, column): Position) -> Option<String> {
        /// With its length.
        const KEYWORD: (&str, u32) = ("function ", 9);
        if minified.is_empty() {
            return None;
        }
        let is_start = self.text_at((line, column))?.starts_with(KEYWORD.0);
        let column = column.saturating_add(if is_start { KEYWORD.1 } else { 0 });
        let before = self.map.tokens().take_while(|token| token.get_dst() <= (line, column));
        let same = before.filter(|token| {
            let rest = self.text_at(token.get_dst()).and_then(|text| text.strip_prefix(minified));
            token.has_name() && rest.is_some_and(|rest| !rest.starts_with(is_identifier_part))
        });
        same.last()?.get_name().map(str::to_owned)
    }

    fn text_at(&self, (line, column): Position) -> Option<&str> {
        self.lines.get(line as usize)?.get(column as usize..)
    }
}

/// Parses `line:column`, both from 1.
fn parse_position(text: &str) -> Option<Position> {
    let (line, column) = text.split_once(':')?;
    let index = |text: &str| text.parse::<u32>().ok()?.checked_sub(1);
    Some((index(line)?, index(column)?))
}

fn is_identifier_part(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '$'
}
