//! The memory that the process and its engines may take: added up here alone, and held against the limits
//! of the system before engines start. `docs/settings.md` has the sum with what was measured.

use std::fmt;
use std::num::NonZeroUsize;

use marquee_renderer::{WARM_ENGINE_BYTES, engine_bytes};
use rlimit::Resource;

use super::memory;
use crate::connection::IDLE_BYTES;

/// What the process takes without pages, files and connections, in bytes: itself, lines of the log that
/// wait, an encoder for each core, and 1,000 responses that are being received.
const PROCESS: u64 = 48 << 20;

/// What an idle connection holds, in bytes, and what the kernel does for it: the socket, its file, and
/// its events.
const CONNECTION: u64 = IDLE_BYTES as u64 + (4 << 10);

/// Address space that no memory belongs to, in bytes: the program, reserves of the allocator and of
/// stacks. V8 reserves more than any limit (`RLIMIT_AS`) leaves it.
const RESERVED: u64 = 128 << 20;

/// Number of connections below which there are fewer engines instead.
const MIN_CONNECTIONS: usize = 1000;

/// What the process and its engines may take.
#[derive(Debug, Clone)]
pub(crate) struct MemoryBudget {
    /// Number of engines.
    pub engines: NonZeroUsize,
    /// Limit of the heap of each, in bytes.
    pub heap_limit: usize,
    /// Limit of connections.
    pub connections: usize,
    /// Pages in every encoding and files, as many times as a reload needs them, in bytes.
    pub content: u64,
}

/// Settings that do not fit a limit. Its text has the sum.
#[derive(Debug, thiserror::Error)]
#[error("RENDER_THREADS={}, RENDER_HEAP_LIMIT={} MiB: {budget}, and {limit_name} allows {} MiB", .budget.engines, .budget.heap_limit >> 20, .limit >> 20)]
pub(crate) struct MemoryError {
    budget: MemoryBudget,
    limit_name: &'static str,
    limit: u64,
}

impl fmt::Display for MemoryBudget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engines, connections, .. } = self;
        let [process, engine, warm, content, connected, total] = [
            PROCESS,
            self.engine(),
            WARM_ENGINE_BYTES,
            self.content,
            self.connections(),
            self.total(),
        ]
        .map(|bytes| bytes.div_ceil(1 << 20));
        write!(
            formatter,
            "{total} MiB may be needed ({process} MiB for the process, {engines} × {engine} MiB for engines, \
             {engines} × {warm} MiB for those of a reload, {content} MiB for pages and files, {connected} MiB \
             for {connections} connections)"
        )
    }
}

impl MemoryBudget {
    fn engine(&self) -> u64 {
        engine_bytes(self.heap_limit)
    }

    fn connections(&self) -> u64 {
        self.connections as u64 * CONNECTION
    }

    /// The most that the process itself may take.
    fn process(&self) -> u64 {
        PROCESS + self.content + self.connections()
    }

    /// The most that the process and its engines may take, in bytes.
    fn total(&self) -> u64 {
        self.process() + self.engines.get() as u64 * (self.engine() + WARM_ENGINE_BYTES)
    }

    /// Lowers the number of connections, and that of the engines if it is only a default, to what the
    /// limits of the system for this process allow, and logs that.
    ///
    /// # Errors
    /// [`MemoryError`] if nothing fits.
    pub(crate) fn fit(self, is_default: bool) -> Result<Self, MemoryError> {
        let group = memory::limit();
        let space = Resource::AS.get_soft().unwrap_or(u64::MAX);
        let fitted = self.lowered(is_default, group.unwrap_or(u64::MAX), space)?;
        let (max_connections, render_threads) = (fitted.connections, fitted.engines);
        let (sum, limit_mib) = (fitted.to_string(), group.map(|limit| limit >> 20));
        if max_connections < self.connections || render_threads < self.engines {
            let without = self.to_string();
            tracing::warn!(
                max_connections,
                render_threads,
                without,
                "MAX_CONNECTIONS and RENDER_THREADS lowered to fit the memory",
            );
        }
        tracing::info!(
            total_mib = fitted.total().div_ceil(1 << 20),
            limit_mib,
            sum,
            "memory budget"
        );
        Ok(fitted)
    }

    /// `group` limits the sum of all processes, `space` the addresses of each.
    fn lowered(&self, is_default: bool, group: u64, space: u64) -> Result<Self, MemoryError> {
        let least = Self { connections: self.connections.min(MIN_CONNECTIONS), ..self.clone() };
        let needed = RESERVED + least.process().max(least.engine());
        let (limit_name, limit) = match group.checked_sub(least.total()) {
            None => ("the control group", group),
            Some(_) if space < needed => {
                ("the address space of each process (RLIMIT_AS)", space.saturating_sub(RESERVED))
            }
            Some(left) => {
                let more = left.min(space - RESERVED - least.process()) / CONNECTION;
                let most = usize::try_from(least.connections as u64 + more).unwrap_or(usize::MAX);
                return Ok(Self { connections: most.min(self.connections), ..least });
            }
        };
        match NonZeroUsize::new(self.engines.get() - 1) {
            Some(engines) if is_default => {
                Self { engines, ..self.clone() }.lowered(is_default, group, space)
            }
            _ => Err(MemoryError { budget: least, limit_name, limit }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_and_then_engines_that_are_a_default_are_lowered_to_fit() {
        const NONE: u64 = u64::MAX;
        let one = engine_bytes(64 << 20) + WARM_ENGINE_BYTES;
        let fixed = PROCESS + (8 << 20);
        for (is_default, group, space, expected) in [
            (false, NONE, NONE, Some((4, 10_000))),
            (false, fixed + 4 * one + 10_000 * CONNECTION, NONE, Some((4, 10_000))),
            (false, fixed + 4 * one + 10_000 * CONNECTION - 1, NONE, Some((4, 9_999))),
            (false, fixed + 4 * one + 1_000 * CONNECTION, NONE, Some((4, 1_000))),
            (false, fixed + 4 * one + 1_000 * CONNECTION - 1, NONE, None),
            (true, fixed + 4 * one + 1_000 * CONNECTION - 1, NONE, Some((3, 10_000))),
            (true, fixed + one + 1_000 * CONNECTION - 1, NONE, None),
            (false, NONE, RESERVED + fixed + 10_000 * CONNECTION, Some((4, 10_000))),
            (true, NONE, RESERVED + engine_bytes(64 << 20) - 1, None),
        ] {
            let budget = MemoryBudget {
                engines: NonZeroUsize::new(4).expect("not zero"),
                heap_limit: 64 << 20,
                connections: 10_000,
                content: 8 << 20,
            };
            let lowered = budget.lowered(is_default, group, space).ok();
            let lowered = lowered.map(|budget| (budget.engines.get(), budget.connections));
            assert_eq!(lowered, expected, "{is_default} {group} {space}");
        }
    }
}
