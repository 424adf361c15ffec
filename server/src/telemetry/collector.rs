//! Traces for a collector that speaks OTLP over HTTP.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::{Builder, Handle, Runtime};
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;
use url::Url;

use super::spans::{BoundedProcessor, LastError};
use super::{ResourceAttributes, TRACES, TelemetryError, TelemetryOptions, with_causes};
use crate::{VERSION, http_client};

/// Timeout of a request to the collector, the default of OpenTelemetry's specification.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(10);

/// Flushes the remaining spans when dropped.
pub(super) struct Guard {
    provider: SdkTracerProvider,
    /// Runs until the last spans are sent.
    _runtime: Runtime,
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Err(error) = self.provider.shutdown() {
            tracing::warn!(%error, "last traces not sent");
        }
    }
}

/// The layer that sends spans to the collector at `endpoint`.
pub(super) fn layer<S>(
    endpoint: &Url,
    options: &TelemetryOptions,
) -> Result<(impl Layer<S> + use<S>, Guard), TelemetryError>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let failed = |error: &dyn std::error::Error| TelemetryError(error.to_string());
    let http =
        http_client::builder().timeout(EXPORT_TIMEOUT).build().map_err(|error| failed(&error))?;
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("traces")
        .enable_all()
        .build()
        .map_err(|error| failed(&error))?;
    let last_error = LastError::default();
    let client = Client { http, runtime: runtime.handle().clone(), last_error: last_error.clone() };
    let exporter = SpanExporter::builder()
        .with_http()
        .with_endpoint(format!("{}/v1/traces", endpoint.as_str().trim_end_matches('/')))
        .with_headers(options.collector_headers())
        .with_http_client(client)
        .build()
        .map_err(|error| failed(&error))?;
    let provider = SdkTracerProvider::builder()
        .with_span_processor(BoundedProcessor::new(exporter, last_error))
        .with_sampler(options.sampler())
        .with_resource(resource(options))
        .build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("marquee"))
        // Code locations of spans are of no use to operators.
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_filter(Targets::new().with_target(TRACES, LevelFilter::INFO));
    Ok((layer, Guard { provider, _runtime: runtime }))
}

/// Returns the attributes of this process. Those of the settings take precedence, except
/// that a service name of its own setting does.
fn resource(options: &TelemetryOptions) -> Resource {
    // The attributes of the SDK itself are among them.
    let instance = uuid::Builder::from_random_bytes(fastrand::u128(..).to_ne_bytes()).into_uuid();
    let attributes = options.resource_attributes.iter().flat_map(ResourceAttributes::iter);
    let resource = Resource::builder()
        .with_service_name("marquee")
        .with_attribute(KeyValue::new("service.version", VERSION))
        .with_attribute(KeyValue::new("service.instance.id", instance.to_string()))
        .with_attributes(attributes.map(|(key, value)| KeyValue::new(key.clone(), value.clone())));
    match &options.service_name {
        Some(name) => resource.with_service_name(name.clone()).build(),
        None => resource.build(),
    }
}

/// An HTTP client for the exporter. The exporter blocks a thread without a reactor, so
/// requests run on a separate runtime.
#[derive(Debug)]
struct Client {
    http: reqwest::Client,
    runtime: Handle,
    last_error: LastError,
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let http = self.http.clone();
        let exchange = async move {
            let received = http.execute(request.try_into()?).await?;
            let mut response = Response::builder().status(received.status());
            for (name, value) in received.headers() {
                response = response.header(name, value);
            }
            Ok::<_, HttpError>(response.body(received.bytes().await?)?)
        };
        let result = self.runtime.spawn(exchange).await?;
        *self.last_error.lock() = result.as_ref().err().map(|error| with_causes(&**error));
        result
    }
}
