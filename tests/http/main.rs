//! End-to-end tests of the server, with the real engine, the real server process and a
//! real content service.
#![allow(missing_docs, unreachable_pub, reason = "test names describe the tests")]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a panic fails the test")]

mod assets;
mod connections;
mod content_service;
mod crawlers;
mod damaged_builds;
mod data_sources;
mod disasters;
mod early_flush;
mod engine_protocol;
mod framing;
mod health;
mod hostile_bundles;
mod layers;
mod logging;
mod many_pages;
mod metrics;
mod new_build;
mod page_cache;
mod pages;
mod prepared_start;
mod pseudo_locales;
mod published_react;
mod reloads;
mod renderer;
mod renderer_readme;
mod reports;
mod security;
mod serving;
mod shared_cache;
mod soak;
mod socket_activation;
mod source_maps;
mod start;
mod stopping;
mod support;
mod traces;

use marquee::connection;
