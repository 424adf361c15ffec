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

PEERS := bench/peers/bundle/node_modules/.package-lock.json bench/peers/next/.next/BUILD_ID \
  bench/peers/rari/dist/rari-client-head.html

.PHONY: bench
bench: need-build+node+bench+guard dist/site.json $(PEERS) ## Compare Marquee with other servers (40 minutes); BENCH=--quick for a trial
	$(call build-engines,target/bench)
	$(TSX) bench/bench.ts $(BENCH)

COMPARED := $(or $(foreach id,$(SUBJECTS),bench/peers/$(id)/%),bench/peers/next/% bench/peers/rari/%)

# FAULTS="engine loop" and SUBJECTS="marquee nginx" select parts. As root, for the control groups.
.PHONY: resilience
resilience: need-build+node+bench build $(filter $(COMPARED),$(PEERS)) ## Compare servers under failures (25 minutes); QUICK=1 for a trial
	install -D --mode 755 $(BINARY) target/bench/marquee-quickjs
	$(TSX) bench/resilience.ts

bench/peers/%/node_modules/.package-lock.json: bench/peers/%/package.json bench/peers/%/package-lock.json
	npm --prefix bench/peers/$* ci --ignore-scripts --no-audit --no-fund
	@touch $@

FRAMEWORK_SOURCES := $(wildcard bench/peers/frameworks/*)
NEXT_SOURCES := $(FRAMEWORK_SOURCES) $(shell find bench/peers/next/app bench/peers/next/next.config.ts -type f)
RARI_SOURCES := $(FRAMEWORK_SOURCES) $(shell find bench/peers/rari/src/app bench/peers/rari/vite.config.ts -type f)

bench/peers/next/.next/BUILD_ID: bench/peers/next/node_modules/.package-lock.json dist/site.json $(NEXT_SOURCES)
	npm --prefix bench/peers/next run --silent build
	@touch $@

bench/peers/rari/dist/rari-client-head.html: bench/peers/rari/node_modules/.package-lock.json dist/site.json \
  $(RARI_SOURCES)
	npm --prefix bench/peers/rari run --silent build
	@touch $@
