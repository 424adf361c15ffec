//! Pages of the bundle, in engines that are the program: a test itself has no `main` to become one.

use std::{error::Error, fs, sync::Arc};

use marquee_renderer::{Bundle, PageRequest, Renderer, RendererOptions};
use serde_json::json;

#[tokio::test]
async fn pages_have_their_status_and_html() -> Result<(), Box<dyn Error>> {
    let bundle =
        Bundle::new(fs::read_to_string("dist/entry-server.js")?, json!({ "title": "Test" }));
    let mut options = RendererOptions::default();
    options.program = Some(env!("CARGO_BIN_EXE_axum-example").into());
    let renderer = Renderer::start(bundle, options, Arc::new(())).await?;
    for (path, status, text) in
        [("/", 200, "Rendered at"), ("/old", 308, ""), ("/nowhere", 404, "")]
    {
        let page = renderer.render(PageRequest::new(path, &json!({ "path": path }))?).await?;
        assert_eq!(page.response.status, status, "{path}");
        assert!(String::from_utf8(page.whole().await?.to_vec())?.contains(text), "{path}");
    }
    Ok(())
}
