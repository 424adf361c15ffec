//! The built site: what `dist/site.json` says about bundles, pictures, routes
//! and languages. Written by `ssr-bundle/build/build.mjs`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::locale::Locales;
use crate::operator::OperatorLink;
use crate::public_url;
use crate::renderer::Bundle;
use crate::routes::Routes;

/// Why the built site cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// None of the usual places holds it.
    #[error("DIST_DIR: no built site found in {0}; `make build` makes one")]
    NotFound(String),
    /// A file of it cannot be read.
    #[error("DIST_DIR: {}: {}", .0.display(), .1)]
    Unreadable(PathBuf, #[source] io::Error),
    /// A file of it does not say what it should.
    #[error("DIST_DIR: {}: {}", .0.display(), .1)]
    Malformed(PathBuf, String),
}

#[derive(Deserialize)]
struct Manifest {
    build: String,
    built: String,
    #[serde(default = "unknown")]
    commit: String,
    entry: PathBuf,
    assets: Value,
    routes: Routes,
    locales: Vec<LocaleEntry>,
}

/// A language of the site, as the build describes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LocaleEntry {
    /// Its code, as in `lang` attributes: `en`.
    pub code: String,
    /// Its name in the language itself.
    pub name: String,
    /// The direction it is written in: `ltr` or `rtl`.
    pub dir: String,
    /// The script it is written in (ISO 15924): `Latn`.
    pub script: String,
    /// Its code as Open Graph writes it: `en_US`.
    pub open_graph: String,
    /// Lower-case codes of three letters that mean the same language (ISO 639-2
    /// and 639-3): `eng`.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Whether nobody speaks it: a disguise of English that shows faults of the
    /// layout.
    #[serde(default)]
    pub is_pseudo: bool,
    /// Ids of the messages that English stands in for.
    #[serde(default)]
    pub missing: Vec<String>,
    /// Address of its compiled messages.
    pub messages: String,
    /// The same messages, as a file of the built site.
    pub file: PathBuf,
    /// What social networks show beside a link: its address and size.
    #[serde(default)]
    pub share_picture: Value,
}

/// The site as it was built, ready to be served.
#[derive(Debug)]
pub struct Site {
    /// Identifies this build.
    pub build: String,
    /// When it was made (ISO 8601).
    pub built: String,
    /// Commit that it was made from, where the build was told.
    pub commit: String,
    /// Every path that is not the not-found page.
    pub routes: Routes,
    /// The languages it speaks: what visitors are offered, and crawlers told of.
    pub locales: Locales,
    /// Those that `?lang=` may name: the same, and pseudo-locales where they are
    /// served.
    pub nameable: Locales,
    /// Folder whose files visitors may fetch.
    pub public: PathBuf,
    /// The languages that are served, as the build describes them.
    pub languages: Vec<LocaleEntry>,
    entry: PathBuf,
    assets: Value,
    /// The same languages with their messages, as the bundle wants them.
    translations: Vec<Value>,
}

impl Site {
    /// Finds the folder of the built site: `chosen`, or `dist` in the working
    /// directory, else beside the binary.
    ///
    /// # Errors
    /// [`SiteError::NotFound`].
    pub fn find(chosen: Option<&Path>) -> Result<PathBuf, SiteError> {
        let candidates = match chosen {
            Some(chosen) => vec![chosen.to_path_buf()],
            None => usual_places(),
        };
        candidates.iter().find(|dir| dir.join("site.json").is_file()).cloned().ok_or_else(|| {
            let places: Vec<_> = candidates.iter().map(|dir| dir.display().to_string()).collect();
            SiteError::NotFound(places.join(", "))
        })
    }

    /// Reads the built site in `dist`, without its pseudo-locales.
    ///
    /// # Errors
    /// [`SiteError::Unreadable`] or [`SiteError::Malformed`].
    pub fn load(dist: &Path) -> Result<Self, SiteError> {
        Self::load_where(dist, |locale| !locale.is_pseudo)
    }

    /// Reads the built site in `dist` with its pseudo-locales.
    ///
    /// # Errors
    /// Those of [`Site::load`].
    pub fn load_with_pseudo_locales(dist: &Path) -> Result<Self, SiteError> {
        Self::load_where(dist, |_| true)
    }

    fn load_where(
        dist: &Path,
        is_served: impl Fn(&LocaleEntry) -> bool,
    ) -> Result<Self, SiteError> {
        let mut manifest: Manifest = read_json(&dist.join("site.json"))?;
        manifest.locales.retain(is_served);
        let locales = |wanted: fn(&LocaleEntry) -> bool| {
            let entries = manifest.locales.iter().filter(|locale| wanted(locale));
            locales_of(entries)
                .map_err(|reason| SiteError::Malformed(dist.join("site.json"), reason))
        };
        let translations = manifest
            .locales
            .iter()
            .map(|locale| {
                let table: Value = read_json(&dist.join(&locale.file))?;
                Ok(json!({
                    "code": locale.code,
                    "name": locale.name,
                    "dir": locale.dir,
                    "script": locale.script,
                    "openGraph": locale.open_graph,
                    "isPseudo": locale.is_pseudo,
                    "messages": locale.messages,
                    "sharePicture": locale.share_picture,
                    "table": table,
                }))
            })
            .collect::<Result<_, SiteError>>()?;
        Ok(Self {
            build: manifest.build,
            built: manifest.built,
            commit: manifest.commit,
            routes: manifest.routes,
            locales: locales(|locale| !locale.is_pseudo)?,
            nameable: locales(|_| true)?,
            languages: manifest.locales,
            public: dist.join("public"),
            entry: dist.join(manifest.entry),
            assets: manifest.assets,
            translations,
        })
    }

    /// Address of one of the files that the build gave a name.
    #[must_use]
    pub fn asset(&self, name: &str) -> Option<&str> {
        self.assets.get(name)?.as_str()
    }

    /// The server bundle, with what all its pages share.
    ///
    /// # Errors
    /// [`SiteError::Unreadable`].
    pub fn bundle(
        &self,
        public_url: &url::Url,
        messaging_link: &OperatorLink,
    ) -> Result<Bundle, SiteError> {
        let source = fs::read_to_string(&self.entry)
            .map_err(|error| SiteError::Unreadable(self.entry.clone(), error))?;
        let site = json!({
            "build": self.build,
            "assets": self.assets,
            "locales": self.translations,
            "publicUrl": public_url::base(public_url),
            "messagingLink": messaging_link.as_str(),
        });
        Ok(Bundle { source: source.into(), site })
    }

    /// Folder with what the engine need not do again at every start.
    #[must_use]
    pub fn engine_cache(dist: &Path) -> PathBuf {
        dist.join("engine")
    }
}

/// These languages, with every name that the build knows of each.
fn locales_of<'a>(
    entries: impl IntoIterator<Item = &'a LocaleEntry> + Clone,
) -> Result<Locales, String> {
    let codes = entries.clone().into_iter().map(|locale| locale.code.as_str());
    let mut locales = Locales::new(codes)?;
    for LocaleEntry { code, script, aliases, .. } in entries {
        let with_script = format!("{code}-{script}");
        locales.add_names(code, aliases.iter().chain([&with_script]).map(String::as_str));
    }
    Ok(locales)
}

fn unknown() -> String {
    "unknown".into()
}

fn usual_places() -> Vec<PathBuf> {
    let beside_binary =
        std::env::current_exe().ok().and_then(|binary| binary.parent().map(|dir| dir.join("dist")));
    std::iter::once(PathBuf::from("dist")).chain(beside_binary).collect()
}

fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, SiteError> {
    let text = fs::read(path).map_err(|error| SiteError::Unreadable(path.into(), error))?;
    serde_json::from_slice(&text)
        .map_err(|error| SiteError::Malformed(path.into(), error.to_string()))
}
