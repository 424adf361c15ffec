//! Files made by the build: hashed ones under `/assets/`, a few under fixed
//! names.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use actix_files::{Files, FilesService, NamedFile};
use actix_web::dev::{Service, ServiceFactory, ServiceRequest, ServiceResponse, fn_service};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::{Error, HttpRequest, HttpResponse, error, web};

use crate::app::App;
use crate::release::Release;

/// What the addresses of hashed files begin with.
pub(super) const PREFIX: &str = "/assets/";

/// What stands for all of them.
pub(super) const ROUTE: &str = "/assets/*";

/// Files that crawlers and browsers look for by name.
const FIXED: [&str; 2] = ["/favicon.ico", "/site.webmanifest"];

/// A hashed name never changes its content (RFC 8246).
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A file that is not here, or cannot be read now, may be there in a moment:
/// nobody shall remember.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// A fixed name may get new content with the next build.
const A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// Adds the routes of all files.
pub(super) fn routes(config: &mut web::ServiceConfig) {
    let files = Rc::new(ReleasedFiles::default());
    let hashed = fn_service(move |request| {
        let files = Rc::clone(&files);
        async move { files.serve(request).await }
    });
    config.service(web::scope("/assets").default_service(hashed));
    for path in FIXED {
        config.service(web::resource(path).to(
            async move |request: HttpRequest, app: web::Data<App>| {
                fixed(&request, &app.release(), path)
            },
        ));
    }
}

/// The hashed files of whatever release is served.
#[derive(Default)]
struct ReleasedFiles {
    files: RefCell<Option<(Weak<Release>, FilesService)>>,
}

impl ReleasedFiles {
    async fn serve(&self, request: ServiceRequest) -> Result<ServiceResponse, Error> {
        let app = request.app_data::<web::Data<App>>().map(|app| app.release());
        let release = app.ok_or_else(|| error::ErrorInternalServerError("no release"))?;
        let mut response = self.files_of(&release).await?.call(request).await?;
        if names_no_file(&response) {
            response = response.into_response(HttpResponse::NotFound().finish());
        }
        let caching = caching(response.status(), IMMUTABLE);
        response.headers_mut().insert(CACHE_CONTROL, caching);
        Ok(response)
    }

    async fn files_of(&self, release: &Arc<Release>) -> Result<FilesService, Error> {
        if let Some((known, files)) = &*self.files.borrow()
            && known.as_ptr() == Arc::as_ptr(release)
        {
            return Ok(files.clone());
        }
        let folders: Vec<_> = release.public.iter().map(|public| public.join("assets")).collect();
        let files = Files::new("", folders)
            // The build lays a `.br` and a `.gz` beside each text file.
            .try_compressed()
            .use_last_modified(false)
            .new_service(())
            .await
            .map_err(|()| error::ErrorInternalServerError("no files"))?;
        *self.files.borrow_mut() = Some((Arc::downgrade(release), files.clone()));
        Ok(files)
    }
}

fn fixed(request: &HttpRequest, release: &Release, path: &str) -> HttpResponse {
    let file = release.site.public.join(path.trim_start_matches('/'));
    let mut response = match NamedFile::open(&file) {
        Ok(file) => file.into_response(request),
        Err(error) => {
            tracing::error!(file = %file.display(), %error, "built file missing");
            HttpResponse::NotFound().finish()
        }
    };
    let caching = caching(response.status(), A_DAY);
    response.headers_mut().insert(CACHE_CONTROL, caching);
    response
}

/// Whether the address is one that no file can have, such as one below a file, or
/// longer than names may be. Visitors write such addresses; nothing failed.
fn names_no_file(response: &ServiceResponse) -> bool {
    let error = response.response().error().and_then(Error::as_error::<io::Error>);
    error.is_some_and(|error| {
        use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory};
        matches!(error.kind(), InvalidFilename | InvalidInput | NotADirectory)
    })
}

/// How long an answer with a file may be kept: as long as the file's name allows,
/// if it is the file.
fn caching(status: StatusCode, file: HeaderValue) -> HeaderValue {
    if status.is_success() || status == StatusCode::NOT_MODIFIED { file } else { NO_STORE }
}
