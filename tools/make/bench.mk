# The benchmarks.

# Builds the program on both engines into a folder. V8 is built first, so that the binary of the default engine is
# left in target/$(PROFILE)/.
define build-engines
@mkdir -p $(1) && rm -f $(1)/marquee-*
@if $(MAKE) ENGINE=v8 PROFILE=$(PROFILE) $(BINARY); then \
  install --mode 755 $(BINARY) $(1)/marquee-v8; \
else \
  echo "Marquee on V8 skipped: the build failed"; \
fi
$(MAKE) ENGINE=quickjs PROFILE=$(PROFILE) $(BINARY)
install --mode 755 $(BINARY) $(1)/marquee-quickjs
endef

.PHONY: bench-guard
bench-guard: need-build+node+guard dist/site.json ## Instruction-count regression test of a render and a cached response
	$(call build-engines,target/guard)
	$(TSX) bench/guard.ts

PEERS := bench/peers/bundle/node_modules/.package-lock.json

.PHONY: bench
bench: need-build+node+bench+guard dist/site.json $(PEERS) ## Compare Marquee with other servers (three quarters of an hour); BENCH=--quick for a trial
	$(call build-engines,target/bench)
	$(TSX) bench/bench.ts $(BENCH)

.PHONY: bench-counters
bench-counters: need-build+node+bench+counters dist/site.json $(PEERS) ## Count the instructions of each server, where the processor's counters can be read
	$(call build-engines,target/bench)
	$(TSX) bench/counters.ts

# FAULTS="engine loop" and SUBJECTS="marquee nginx" select parts. As root, for the control groups.
.PHONY: resilience
resilience: need-build+node+bench build $(PEERS) ## Compare servers under failures (a quarter of an hour); QUICK=1 for a trial
	install -D --mode 755 $(BINARY) target/bench/marquee-quickjs
	$(TSX) bench/resilience.ts
