//! The built site, as `dist/site.json` describes it: bundles, pictures, routes and
//! locales. Written by `tools/build/build.ts`.

pub mod built_page;
pub mod public_files;
pub mod routes;
pub mod source_maps;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use actix_web::http::header::HeaderValue;
use marquee_renderer::Bundle;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::content::{ContentApi, DataApi, OperatorLink};
use crate::files::{BuiltFileError, BuiltFiles, Digest, Reason, read_regular, sha256};
use crate::locale::Locales;
use built_page::BuiltPage;
use routes::Routes;
use source_maps::SourceMaps;

/// Why the built site cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// None of the default folders has one.
    #[error("no built site found in {0}; `make build` makes one")]
    NotFound(String),
    /// A file of it cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Unreadable(PathBuf, #[source] io::Error),
    /// A file of it is not as the build wrote it.
    #[error("{0}")]
    File(#[from] BuiltFileError),
    /// A file of it has invalid contents.
    #[error("{}: {}", .0.display(), .1)]
    Malformed(PathBuf, String),
}

/// `site.json`. What no page depends on is named in [`pages_digest`] too, so that it changes
/// without new engines.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    build: String,
    built: String,
    #[serde(default = "unknown")]
    commit: String,
    entry: String,
    assets: Value,
    routes: Routes,
    content_service: ContentApi,
    #[serde(default)]
    data_sources: BTreeMap<String, DataApi>,
    #[serde(default)]
    counted: Counted,
    policy: String,
    locales: Vec<LocaleEntry>,
    digests: BTreeMap<String, Digest>,
    #[serde(default)]
    content_dates: BTreeMap<String, String>,
    /// None for development: a page may lack anything while it is written.
    #[serde(default)]
    pages: Vec<BuiltPage>,
}

/// What visits are counted by: the lists bound the time series.
#[derive(Debug, Default, Deserialize)]
pub struct Counted {
    /// Parts of pages.
    pub places: Vec<String>,
    /// Links to other sites.
    pub links: Vec<String>,
}

/// A language of the site, as the build describes it, and what of it the bundle gets.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct LocaleEntry {
    /// Its code, as in `lang` attributes: `en`.
    code: String,
    /// Its name in the language itself.
    name: String,
    /// The direction it is written in: `ltr` or `rtl`.
    dir: String,
    /// The script it is written in (ISO 15924): `Latn`.
    script: String,
    /// Its code as Open Graph writes it: `en_US`.
    open_graph: String,
    /// Lower-case codes of three letters that mean the same language (ISO 639-2
    /// and 639-3): `eng`.
    #[serde(default, skip_serializing)]
    aliases: Vec<String>,
    /// Whether it is a pseudo-locale, which shows layout problems.
    #[serde(default, skip_serializing)]
    is_pseudo: bool,
    /// Whether it is a draft, which `?lang=` alone selects.
    #[serde(default)]
    is_draft: bool,
    /// URL of its compiled messages.
    messages: String,
    /// The same messages, as a file of the built site.
    #[serde(skip_serializing)]
    file: String,
    /// The picture for social networks: its URL and size.
    #[serde(default)]
    share_picture: Value,
}

/// The site as it was built, ready to be served.
#[derive(Debug)]
pub struct Site {
    /// Identifies this build.
    pub build: String,
    /// When it was made (ISO 8601).
    pub built: String,
    /// Commit that it was built from, where the build knew it.
    pub commit: String,
    /// Dates on which the texts of a language last changed (`2026-01-31`), by its code, where
    /// the build knew them.
    pub content_dates: BTreeMap<String, String>,
    /// Every path that is not the not-found page.
    pub routes: Routes,
    /// Where the content service has the operator's links.
    pub content_api: ContentApi,
    /// What pages show of other services, by the names of the data sources.
    pub data_sources: BTreeMap<String, DataApi>,
    /// What visits are counted by.
    pub counted: Counted,
    /// Its Content Security Policy.
    pub policy: HeaderValue,
    /// The locales that are offered to visitors and listed for crawlers.
    pub locales: Locales,
    /// Those that `?lang=` may name: the same, drafts, and pseudo-locales if they are served.
    pub selectable: Locales,
    /// Its files, and their recorded digests.
    pub files: Arc<BuiltFiles>,
    /// The source maps of its scripts.
    pub source_maps: Arc<SourceMaps>,
    /// SHA-256 of all that pages depend on: builds with equal digests render equal pages.
    pub pages_digest: String,
    pages: Vec<BuiltPage>,
    entry: String,
    assets: Value,
    /// The same locales with their messages, for the bundle.
    translations: Vec<Value>,
}

impl Manifest {
    /// Iterates over the files that pages reference, by their names in the build.
    fn public_files(&self) -> impl Iterator<Item = String> {
        let assets = self.assets.as_object().into_iter().flat_map(|assets| assets.values());
        let pictures = self.locales.iter().filter_map(|locale| locale.share_picture.get("url"));
        let messages = self.locales.iter().map(|locale| locale.messages.as_str());
        let urls = assets.chain(pictures).filter_map(Value::as_str).chain(messages);
        urls.map(|url| format!("{}{url}", public_files::FOLDER))
    }
}

impl Site {
    /// Finds the folder of the built site: `chosen`, or `dist` in the working
    /// directory, else beside the binary.
    ///
    /// # Errors
    /// [`SiteError::NotFound`]; [`SiteError::Unreadable`] for a folder that exists.
    pub fn find(chosen: Option<&Path>) -> Result<PathBuf, SiteError> {
        let candidates = match chosen {
            Some(chosen) => vec![chosen.to_path_buf()],
            None => usual_places(),
        };
        for dir in &candidates {
            let manifest = dir.join("site.json");
            match manifest.metadata() {
                Ok(metadata) if metadata.is_file() => return Ok(dir.clone()),
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    return Err(SiteError::Unreadable(manifest, error));
                }
                _ => {}
            }
        }
        let places: Vec<_> = candidates.iter().map(|dir| dir.display().to_string()).collect();
        Err(SiteError::NotFound(places.join(", ")))
    }

    /// Reads what the build in `dist` recorded of its files.
    ///
    /// # Errors
    /// [`SiteError::File`] or [`SiteError::Malformed`].
    pub fn recorded_files(dist: &Path) -> Result<BuiltFiles, SiteError> {
        #[derive(Deserialize)]
        struct Recorded {
            digests: BTreeMap<String, Digest>,
        }
        let Recorded { digests } = read_manifest(&dist.join("site.json"))?;
        Ok(BuiltFiles::new(dist, digests))
    }

    /// Reads the built site in `dist`, with its pseudo-locales if they are served.
    ///
    /// # Errors
    /// [`SiteError::File`] or [`SiteError::Malformed`].
    pub fn load(dist: &Path, has_pseudo_locales: bool) -> Result<Self, SiteError> {
        let path = dist.join("site.json");
        let malformed = |reason| SiteError::Malformed(path.clone(), reason);
        let text: Value = read_manifest(&path)?;
        let pages_digest = pages_digest(&text);
        let mut manifest: Manifest =
            serde_json::from_value(text).map_err(|error| malformed(error.to_string()))?;
        manifest.routes.check().map_err(malformed)?;
        manifest.locales.retain(|locale| has_pseudo_locales || !locale.is_pseudo);
        let files = BuiltFiles::new(dist, std::mem::take(&mut manifest.digests));
        for name in manifest.public_files() {
            if files.digest(&name).is_none() {
                return Err(BuiltFileError { path: files.path(&name), reason: Reason::Unlisted })?;
            }
        }
        let locales = |is_selected: fn(&LocaleEntry) -> bool| {
            let entries = manifest.locales.iter().filter(|locale| is_selected(locale));
            locales_of(entries).map_err(malformed)
        };
        let tables = manifest
            .locales
            .iter()
            .map(|locale| read_messages(&files, &locale.file))
            .collect::<Result<Vec<_>, _>>()?;
        check_messages(&files, &manifest.locales, &tables)?;
        let translations = manifest.locales.iter().zip(tables).map(|(locale, table)| {
            let mut translation = json!(locale);
            translation["table"] = table.into();
            translation
        });
        let files = Arc::new(files);
        Ok(Self {
            source_maps: Arc::new(SourceMaps::new(Arc::clone(&files), &manifest.entry)),
            build: manifest.build,
            built: manifest.built,
            commit: manifest.commit,
            content_dates: manifest.content_dates,
            routes: manifest.routes,
            content_api: manifest.content_service,
            data_sources: manifest.data_sources,
            counted: manifest.counted,
            policy: HeaderValue::try_from(manifest.policy)
                .map_err(|error| malformed(format!("policy: {error}")))?,
            locales: locales(|locale| !locale.is_pseudo && !locale.is_draft)?,
            selectable: locales(|_| true)?,
            translations: translations.collect(),
            pages: manifest.pages,
            entry: manifest.entry,
            assets: manifest.assets,
            files,
            pages_digest,
        })
    }

    /// What a page has in this build, if the build recorded it.
    #[must_use]
    pub fn built_page(&self, path: &str, locale: &str) -> Option<&BuiltPage> {
        self.pages.iter().find(|page| page.path == path && page.locale == locale)
    }

    /// The memory that its pages and files take, in bytes. A page has an app shell, both are
    /// there for a fixed and a negotiated locale, and compressed they take no more than they do as they
    /// are.
    #[must_use]
    pub fn content_bytes(&self) -> u64 {
        let is_served = |page: &&BuiltPage| self.selectable.get(&page.locale).is_some();
        let pages: usize =
            self.pages.iter().filter(is_served).map(|page| 2 * 2 * 2 * page.bytes).sum();
        let public = self.files.digests().filter(|(name, _)| public_files::is_public(name));
        pages as u64 + public.map(|(_, digest)| digest.bytes).sum::<u64>()
    }

    /// The URL of a named asset.
    #[must_use]
    pub fn asset(&self, name: &str) -> Option<&str> {
        self.assets.get(name)?.as_str()
    }

    /// The server bundle, with the data that all its pages share.
    ///
    /// # Errors
    /// [`SiteError::File`] or [`SiteError::Malformed`].
    pub fn bundle(
        &self,
        public_url: &url::Url,
        messaging_link: &OperatorLink,
        campaign_parameters: &[String],
        visit_reports: bool,
        web_vitals_sample: f64,
        preconnect: bool,
    ) -> Result<Bundle, SiteError> {
        let source = String::from_utf8(self.files.read(&self.entry)?).map_err(|error| {
            SiteError::Malformed(self.files.path(&self.entry), error.to_string())
        })?;
        let configuration = json!({
            "build": self.build,
            "assets": self.assets,
            "locales": self.translations,
            "publicUrl": base_url(public_url),
            "messagingLink": messaging_link.as_str(),
            "campaignParameters": campaign_parameters,
            "visitReports": visit_reports,
            "webVitalsSample": web_vitals_sample,
            "preconnect": preconnect,
        });
        Ok(Bundle::new(source, configuration))
    }

    /// The file of the snapshot of engines.
    #[must_use]
    pub fn snapshot(&self) -> PathBuf {
        self.files.path(&format!("engine/{}.snapshot", marquee_renderer::ENGINE))
    }
}

/// The prefix of the site's absolute URLs, without a trailing slash.
pub(crate) fn base_url(public_url: &url::Url) -> &str {
    public_url.as_str().trim_end_matches('/')
}

/// The messages of a language by their ids.
type Messages = Map<String, Value>;

fn read_messages(files: &BuiltFiles, file: &str) -> Result<Messages, SiteError> {
    serde_json::from_slice(&files.read(file)?)
        .map_err(|error| SiteError::Malformed(files.path(file), error.to_string()))
}

/// Checks that every language has all the messages that any of them has: the build puts the
/// English text where a translation is missing. `tables` are their messages, in the same order.
fn check_messages(
    files: &BuiltFiles,
    locales: &[LocaleEntry],
    tables: &[Messages],
) -> Result<(), SiteError> {
    let ids: BTreeSet<_> = tables.iter().flat_map(Map::keys).collect();
    for (locale, table) in locales.iter().zip(tables) {
        if let Some(missing) = ids.iter().find(|id| !table.contains_key(**id)) {
            let reason = format!("the message {missing} is missing");
            return Err(SiteError::Malformed(files.path(&locale.file), reason));
        }
    }
    Ok(())
}

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

fn read_manifest<T: DeserializeOwned>(path: &Path) -> Result<T, SiteError> {
    let text =
        read_regular(path).map_err(|reason| BuiltFileError { path: path.to_owned(), reason })?;
    serde_json::from_slice(&text)
        .map_err(|error| SiteError::Malformed(path.to_owned(), error.to_string()))
}

/// The digest of `site.json` without what no page depends on: the time and commit
/// of the build, the dates of its content, the files that only clients fetch, source maps, and the policy.
fn pages_digest(site: &Value) -> String {
    let mut site = site.clone();
    if let Some(fields) = site.as_object_mut() {
        for name in ["built", "commit", "contentDates", "files", "filesOfLastBuild", "policy"] {
            fields.remove(name);
        }
    }
    if let Some(digests) = site.get_mut("digests").and_then(Value::as_object_mut) {
        digests.retain(|name, _| {
            !public_files::is_public(name) && !name.starts_with(source_maps::FOLDER)
        });
    }
    sha256(site.to_string().as_bytes())
}
