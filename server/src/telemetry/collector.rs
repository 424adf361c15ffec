//! Traces for a collector that speaks OTLP over HTTP. OpenTelemetry's SDK queues and sends them,
//! and reads all of its settings but the endpoint from the environment.

use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::resource::{EnvResourceDetector, TelemetryResourceDetector};
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;
use url::Url;

use super::{TRACES, TelemetryError};
use crate::{VERSION, http_client};

/// Timeout of a request to the collector, the default of OpenTelemetry's specification.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);

/// Sends the remaining spans when dropped.
pub(super) struct Guard(SdkTracerProvider);

impl Drop for Guard {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown() {
            tracing::warn!(%error, "last traces not sent");
        }
    }
}

/// The layer that sends spans to the collector at `endpoint`.
pub(super) fn layer<S>(endpoint: &Url) -> Result<(impl Layer<S> + use<S>, Guard), TelemetryError>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let failed = |error: &dyn std::error::Error| TelemetryError(error.to_string());
    // Requests block the SDK's thread, which has no reactor.
    let client = http_client::blocking_builder().timeout(EXPORT_TIMEOUT).build();
    let exporter = SpanExporter::builder()
        .with_http()
        .with_endpoint(format!("{}/v1/traces", endpoint.as_str().trim_end_matches('/')))
        .with_http_client(client.map_err(|error| failed(&error))?)
        .build()
        .map_err(|error| failed(&error))?;
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_resource(resource())
        .build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("marquee"))
        // Code locations of spans are of no use to operators.
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_filter(Targets::new().with_target(TRACES, LevelFilter::INFO));
    Ok((layer, Guard(provider)))
}

/// Returns the attributes of this process. Those of the environment take precedence.
fn resource() -> Resource {
    let resource = Resource::builder_empty()
        .with_service_name("marquee")
        .with_attribute(KeyValue::new("service.version", VERSION))
        .with_attribute(KeyValue::new("service.instance.id", uuid(fastrand::u128(..))))
        .with_detector(Box::new(TelemetryResourceDetector))
        .with_detector(Box::new(EnvResourceDetector::new()));
    // The detector of this variable sets another name where there is none.
    match std::env::var("OTEL_SERVICE_NAME") {
        Ok(name) if !name.is_empty() => resource.with_service_name(name).build(),
        _ => resource.build(),
    }
}

/// Returns a UUID of random bits (RFC 9562, section 5.4).
fn uuid(bits: u128) -> String {
    let bits = bits & !(0xf << 76) & !(0x3 << 62) | 0x4 << 76 | 0x2 << 62;
    let digits = format!("{bits:032x}");
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}
