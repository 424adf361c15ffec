//! The trace context of a request: `traceparent` (W3C Trace Context).

use std::collections::HashMap;

use actix_web::http::header::{HeaderMap, HeaderName};
use opentelemetry::Context;
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// A trace context: the ids of a trace and of a parent span.
#[derive(Debug, Clone)]
pub(crate) struct TraceContext(Context);

impl TraceContext {
    pub(crate) fn of_request(headers: &HeaderMap) -> Option<Self> {
        headers.get(TRACEPARENT)?;
        let context = TraceContextPropagator::new().extract(&Headers(headers));
        context.span().span_context().is_valid().then_some(Self(context))
    }

    /// The context of a span that is exported; for any other, that of a new
    /// trace that is not sampled.
    pub(crate) fn of_span(span: &Span) -> Self {
        let context = span.context();
        if context.span().span_context().is_valid() {
            return Self(context);
        }
        let new_trace = SpanContext::new(
            TraceId::from(fastrand::u128(1..)),
            SpanId::from(fastrand::u64(1..)),
            TraceFlags::NOT_SAMPLED,
            true,
            TraceState::NONE,
        );
        Self(Context::new().with_remote_span_context(new_trace))
    }

    /// Makes this the parent of `span`.
    pub(crate) fn adopt(&self, span: &Span) {
        // An error means that the span is not recorded.
        let _ = span.set_parent(self.0.clone());
    }

    /// Whether the trace is sampled, as far as this process and its callers know.
    pub(crate) fn is_sampled(&self) -> bool {
        self.0.span().span_context().is_sampled()
    }

    /// The id of the trace, 32 hexadecimal digits.
    pub(crate) fn trace_id(&self) -> String {
        self.0.span().span_context().trace_id().to_string()
    }

    pub(crate) fn headers(&self) -> HashMap<String, String> {
        let mut headers = HashMap::new();
        TraceContextPropagator::new().inject_context(&self.0, &mut headers);
        headers.retain(|_, value| !value.is_empty());
        headers
    }
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}
