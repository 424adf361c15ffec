//! Traces for a collector that speaks OTLP over HTTP. OpenTelemetry's SDK queues and sends them,
//! and reads most of its settings from the environment. Those of which it leaves the effect to
//! the program are read here, by OpenTelemetry's specification ("Environment Variables", "OTLP
//! Exporter"): an empty variable counts as one that is not set.

use std::env;
use std::sync::OnceLock;
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkError;
use opentelemetry_sdk::resource::{EnvResourceDetector, TelemetryResourceDetector};
use opentelemetry_sdk::trace::SdkTracerProvider;
use reqwest::blocking;
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;
use url::Url;

use super::{TRACES, TelemetryError, with_causes};
use crate::values::{parse_service_url, without_secrets};
use crate::{VERSION, http_client};

/// Default of OpenTelemetry's specification for the timeout of a request to the collector, in milliseconds.
const EXPORT_TIMEOUT_MS: u64 = 10_000;

/// Limit of the time that the remaining spans take at the end: a part of a graceful shutdown, which a
/// collector that never responds must not prolong much.
const LAST_EXPORT: Duration = Duration::from_secs(2);

static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// Sends the remaining spans, once.
pub(crate) fn end_traces() {
    let ended = PROVIDER.get().map(|provider| provider.shutdown_with_timeout(LAST_EXPORT));
    match ended {
        Some(Err(OTelSdkError::AlreadyShutdown) | Ok(())) | None => {}
        Some(Err(error)) => tracing::warn!(%error, "last traces not sent"),
    }
}

/// A variable, unless it is empty.
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Where traces are sent to.
pub(super) struct Endpoint {
    /// The variable that says so.
    variable: &'static str,
    url: Url,
}

pub(super) fn endpoint() -> Result<Option<Endpoint>, TelemetryError> {
    const ALL: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
    const TRACES: &str = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
    let is_disabled =
        variable("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true"));
    if is_disabled || variable("OTEL_TRACES_EXPORTER").is_some_and(|value| value == "none") {
        return Ok(None);
    }
    let (name, value) = match (variable(TRACES), variable(ALL)) {
        (Some(value), _) => (TRACES, value),
        (None, Some(value)) => (ALL, value),
        (None, None) => return Ok(None),
    };
    let mut url = parse_service_url(&value).map_err(|reason| {
        TelemetryError(format!("{name}={}: {reason}", without_secrets(&value)))
    })?;
    if name == ALL {
        url.set_path(&format!("{}/v1/traces", url.path().trim_end_matches('/')));
    }
    Ok(Some(Endpoint { variable: name, url }))
}

/// Logs the variables of OpenTelemetry that neither this module nor the SDK applies, or not with this
/// value. They are ignored, as the specification has it.
pub(super) fn check_variables() {
    for (name, value) in env::vars_os() {
        if let (Ok(name), Ok(value)) = (name.into_string(), value.into_string())
            && name.starts_with("OTEL_")
            && !value.is_empty()
            && !is_applied(&name, &value)
        {
            let value = without_secrets(&value);
            tracing::warn!(name, %value, "a variable of OpenTelemetry is not applied");
        }
    }
}

fn is_applied(name: &str, value: &str) -> bool {
    match name {
        "OTEL_SDK_DISABLED" => {
            ["true", "false"].iter().any(|known| value.eq_ignore_ascii_case(known))
        }
        "OTEL_TRACES_EXPORTER" => value == "otlp",
        "OTEL_EXPORTER_OTLP_PROTOCOL" | "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL" => {
            value == "http/protobuf"
        }
        "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"
        | "OTEL_BSP_MAX_QUEUE_SIZE"
        | "OTEL_BSP_SCHEDULE_DELAY"
        | "OTEL_EXPORTER_OTLP_TIMEOUT"
        | "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT"
        | "OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT"
        | "OTEL_SPAN_EVENT_COUNT_LIMIT"
        | "OTEL_SPAN_LINK_COUNT_LIMIT" => value.parse::<u32>().is_ok(),
        // Of these, the SDK logs values that it does not apply.
        "OTEL_TRACES_SAMPLER"
        | "OTEL_TRACES_SAMPLER_ARG"
        | "OTEL_EXPORTER_OTLP_COMPRESSION"
        | "OTEL_EXPORTER_OTLP_ENDPOINT"
        | "OTEL_EXPORTER_OTLP_HEADERS"
        | "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION"
        | "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
        | "OTEL_EXPORTER_OTLP_TRACES_HEADERS"
        | "OTEL_RESOURCE_ATTRIBUTES"
        | "OTEL_SERVICE_NAME" => true,
        _ => false,
    }
}

fn export_timeout() -> Duration {
    let names = ["OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT"];
    let set = names.iter().find_map(|name| variable(name)?.parse().ok());
    Duration::from_millis(set.unwrap_or(EXPORT_TIMEOUT_MS))
}

/// The layer that sends spans to the collector at `endpoint`.
pub(super) fn layer<S>(endpoint: &Endpoint) -> Result<impl Layer<S> + use<S>, TelemetryError>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let Endpoint { variable, url } = endpoint;
    let failed = |error: &dyn std::error::Error| {
        TelemetryError(format!("{variable}: {}", with_causes(error)))
    };
    // Requests block the SDK's thread, which has no reactor.
    let client = blocking::ClientBuilder::from(http_client::builder(url, export_timeout()));
    let exporter = SpanExporter::builder()
        .with_http()
        .with_endpoint(url.as_str())
        .with_http_client(client.build().map_err(|error| failed(&error))?)
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
    // An error means that the traces were started before.
    let _ = PROVIDER.set(provider);
    Ok(layer)
}

/// The attributes of this process. Those of the environment take precedence.
fn resource() -> Resource {
    let resource = Resource::builder_empty()
        .with_service_name("marquee")
        .with_attribute(KeyValue::new("service.version", VERSION))
        .with_attribute(KeyValue::new("service.instance.id", uuid(fastrand::u128(..))))
        .with_detector(Box::new(TelemetryResourceDetector))
        .with_detector(Box::new(EnvResourceDetector::new()));
    // The detector of this variable sets another name where there is none.
    match variable("OTEL_SERVICE_NAME") {
        Some(name) => resource.with_service_name(name).build(),
        None => resource.build(),
    }
}

/// A UUID of random bits (RFC 9562, section 5.4).
fn uuid(bits: u128) -> String {
    let bits = bits & !(0xf << 76) & !(0x3 << 62) | 0x4 << 76 | 0x2 << 62;
    let digits = format!("{bits:032x}");
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}
