//! Label values that more than one metric has.

use std::fmt;

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};

/// The status code of a response; empty, which is no label to Prometheus, if there was none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct StatusLabel(pub(super) Option<u16>);

impl EncodeLabelValue for StatusLabel {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        match self.0 {
            Some(status) => EncodeLabelValue::encode(&status, encoder),
            None => EncodeLabelValue::encode(&"", encoder),
        }
    }
}

/// How something ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct OutcomeLabels {
    pub(super) outcome: &'static str,
}
