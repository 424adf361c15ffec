//! Traces for a collector that speaks OTLP over HTTP.

use async_trait::async_trait;
use bytes::Bytes;
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

use super::{TRACES, TelemetryError};
use crate::{VERSION, http_client};

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
    service_name: &str,
) -> Result<(impl Layer<S> + use<S>, Guard), TelemetryError>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let failed = |error: &dyn std::error::Error| TelemetryError(error.to_string());
    let client = http_client::builder().build().map_err(|error| failed(&error))?;
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("traces")
        .enable_all()
        .build()
        .map_err(|error| failed(&error))?;
    let exporter = SpanExporter::builder()
        .with_http()
        .with_endpoint(format!("{}/v1/traces", endpoint.as_str().trim_end_matches('/')))
        .with_http_client(Client { client, runtime: runtime.handle().clone() })
        .build()
        .map_err(|error| failed(&error))?;
    let resource = Resource::builder()
        .with_service_name(service_name.to_owned())
        .with_attribute(opentelemetry::KeyValue::new("service.version", VERSION))
        .build();
    let provider =
        SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("marquee"))
        // Code locations of spans are of no use to operators.
        .with_location(false)
        .with_threads(false)
        .with_filter(Targets::new().with_target(TRACES, LevelFilter::INFO));
    Ok((layer, Guard { provider, _runtime: runtime }))
}

/// An HTTP client for the exporter. The exporter blocks a thread without a reactor, so
/// requests run on a separate runtime.
#[derive(Debug)]
struct Client {
    client: reqwest::Client,
    runtime: Handle,
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let exchange = async move {
            let received = client.execute(request.try_into()?).await?;
            let mut response = Response::builder().status(received.status());
            for (name, value) in received.headers() {
                response = response.header(name, value);
            }
            Ok(response.body(received.bytes().await?)?)
        };
        self.runtime.spawn(exchange).await?
    }
}
