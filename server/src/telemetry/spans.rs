//! The way of ended spans to the collector: a bounded queue, and batches of it. What does
//! not arrive is counted, and logged when it starts and ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use opentelemetry::Context;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, Span, SpanData, SpanExporter, SpanProcessor,
};
use parking_lot::Mutex;

/// Limit of ended spans that have not been exported yet, beyond which spans are dropped.
const MAX_QUEUED_SPANS: usize = 2048;

/// The counts of this process.
pub static SPANS: SpanCounts = SpanCounts::new();

/// What became of the spans of sampled traces.
#[derive(Debug)]
pub struct SpanCounts {
    queued: AtomicUsize,
    exported: AtomicU64,
    failed: AtomicU64,
    dropped: AtomicU64,
    exports: AtomicU64,
    failed_exports: AtomicU64,
}

impl SpanCounts {
    const fn new() -> Self {
        Self {
            queued: AtomicUsize::new(0),
            exported: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
            exports: AtomicU64::new(0),
            failed_exports: AtomicU64::new(0),
        }
    }

    /// Returns the number of spans by outcome.
    pub fn by_outcome(&self) -> [(&'static str, u64); 3] {
        [("exported", &self.exported), ("failed", &self.failed), ("dropped", &self.dropped)]
            .map(|(outcome, count)| (outcome, count.load(Ordering::Relaxed)))
    }

    /// Returns the number of requests to the collector by outcome.
    pub fn exports_by_outcome(&self) -> [(&'static str, u64); 2] {
        [("ok", &self.exports), ("failed", &self.failed_exports)]
            .map(|(outcome, count)| (outcome, count.load(Ordering::Relaxed)))
    }

    /// Counts one more queued span, or a dropped one.
    fn enqueue(&self) -> bool {
        let has_room = self.queued.fetch_add(1, Ordering::Relaxed) < MAX_QUEUED_SPANS;
        if !has_room {
            self.queued.fetch_sub(1, Ordering::Relaxed);
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        has_room
    }

    /// Counts a request to the collector with this many spans.
    fn finish_export(&self, spans: usize, is_ok: bool) {
        self.queued.fetch_sub(spans, Ordering::Relaxed);
        let (outcome, exports) = if is_ok {
            (&self.exported, &self.exports)
        } else {
            (&self.failed, &self.failed_exports)
        };
        outcome.fetch_add(spans as u64, Ordering::Relaxed);
        exports.fetch_add(1, Ordering::Relaxed);
    }
}

/// The queue of ended spans. It never has more than the queue of the batch processor
/// inside can hold, which would drop spans without a count.
#[derive(Debug)]
pub(super) struct BoundedProcessor(BatchSpanProcessor);

impl BoundedProcessor {
    /// Sends batches by `exporter`, which `last_error` belongs to.
    pub(super) fn new(exporter: impl SpanExporter + 'static, last_error: LastError) -> Self {
        let config = BatchConfigBuilder::default().with_max_queue_size(MAX_QUEUED_SPANS).build();
        let exporter = CountingExporter { exporter, last_error, is_failing: false.into() };
        Self(BatchSpanProcessor::builder(exporter).with_batch_config(config).build())
    }
}

impl SpanProcessor for BoundedProcessor {
    fn on_start(&self, span: &mut Span, cx: &Context) {
        self.0.on_start(span, cx);
    }

    fn on_end(&self, span: SpanData) {
        if span.span_context.is_sampled() && SPANS.enqueue() {
            self.0.on_end(span);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.0.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.0.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.0.set_resource(resource);
    }
}

/// Why the last request to the collector had no response: the exporter reports a network
/// error without its cause.
pub(super) type LastError = Arc<Mutex<Option<String>>>;

/// Counts exports, and logs the first failure and the first success after it.
#[derive(Debug)]
struct CountingExporter<E> {
    exporter: E,
    last_error: LastError,
    is_failing: AtomicBool,
}

impl<E: SpanExporter> SpanExporter for CountingExporter<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        let result = self.exporter.export(batch).await;
        SPANS.finish_export(spans, result.is_ok());
        let was_failing = self.is_failing.swap(result.is_err(), Ordering::Relaxed);
        match &result {
            Err(error) if !was_failing => {
                let cause = self.last_error.lock().take();
                tracing::warn!(%error, cause, "traces not exported, dropping spans until they are");
            }
            Ok(()) if was_failing => tracing::info!("traces exported again"),
            _ => {}
        }
        result
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.exporter.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}
