//! Label values that more than one metric has.

use prometheus_client::encoding::EncodeLabelSet;

/// How something ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct OutcomeLabels {
    pub(super) outcome: &'static str,
}
