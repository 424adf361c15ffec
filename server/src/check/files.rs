//! Whether what pages name is there.

use super::crawl::Crawl;
use super::report::Finding;

/// Every picture, script and style that a page names is served.
pub(super) fn files(crawl: &Crawl) -> Vec<Finding> {
    crawl
        .files
        .iter()
        .filter(|file| file.status != 200 || file.content_type.is_empty())
        .map(|file| Finding {
            place: file.address.clone(),
            what: format!("answers {} with {:?}", file.status, file.content_type),
        })
        .collect()
}
