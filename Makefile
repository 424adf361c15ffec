# The commands for daily work; tools/make/ has the others. Every target installs and builds its own
# prerequisites, and repeats nothing.
#
#   make run              build and serve http://127.0.0.1:8080
#   make test             build and run all tests
#   make doctor           what is missing for that, and how to install it
#   make help             list all targets

# `make doctor` needs neither bash nor a current make.
ifneq ($(MAKECMDGOALS),doctor)
# The newest feature that is used here: `&:`, of GNU make 4.3.
ifeq ($(filter grouped-target,$(.FEATURES)),)
$(error GNU make $(MAKE_VERSION) is too old, 4.3 is needed; on macOS, `brew install make` and use `gmake`)
endif
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
endif
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# A variable of the command line alone: the environment has a LANG of its own.
given = $(if $(filter command line,$(origin $(1))),$($(1)))

# The JavaScript engine: quickjs (compiled from crates.io, with CMake and simde) or v8 (faster
# renders; downloads a library unless RUSTY_V8_ARCHIVE names one). Both are verified before they are compiled.
ENGINE ?= quickjs
ifeq ($(filter $(ENGINE),quickjs v8),)
$(error ENGINE is '$(ENGINE)'; choose quickjs or v8)
endif

ifeq ($(ENGINE),v8)
export RUSTY_V8_ARCHIVE := $(abspath $(or $(RUSTY_V8_ARCHIVE),target/v8.a.gz))
endif

# The Cargo profile: what is packaged or measured is a release. All else uses fast-build, which compiles a
# change of the server in seconds, so that daily work compiles the engine once.
RELEASE_GOALS := audit bench bench-counters dist resilience soak test-dist target/release/%
PROFILE ?= $(if $(filter $(RELEASE_GOALS),$(MAKECMDGOALS)),release,fast-build)

FEATURES := --locked --no-default-features --features $(ENGINE)
CARGO_FLAGS := $(FEATURES) --profile $(PROFILE)
BINARY := target/$(PROFILE)/marquee
# With BINARY=path, that of a release, nothing is compiled: its sources and Node are enough.
PREBUILT := $(call given,BINARY)
ifneq ($(PREBUILT),)
override BINARY := $(abspath $(BINARY))
endif
CHECKER := target/$(PROFILE)/marquee-check
# Node with TypeScript (esbuild), which compiles nothing first.
TSX := node --import tsx
# The programs that start a server run this one.
export MARQUEE := $(BINARY)

# In this order: prerequisites in test.mk use variables of deploy.mk.
include $(addprefix tools/make/,install.mk build.mk deploy.mk image.mk test.mk bench.mk)

.PHONY: help
help: ## Show this help
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-21s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST) | sort
	@echo
	@echo "  ENGINE=quickjs (default) or ENGINE=v8 selects the JavaScript engine."
	@echo "  BINARY=/path/of/marquee is used as it is: that of a release needs no Rust."
	@echo "  CHROMIUM=/path/of/chrome selects the browser of tests, pictures and audits."

.PHONY: run
run: build ## Build everything and serve http://127.0.0.1:8080
	exec $(BINARY)

.PHONY: build
build: need-build+node dist/engine/$(ENGINE).snapshot ## Build the binary and the bundles in dist/

.PHONY: dev
dev: need-build+node $(BINARY) node_modules/.package-lock.json ## Serve, rebuild on change, and reload the browser
	exec $(TSX) tools/build/dev.ts $(if $(PREBUILT),--prebuilt,--engine=$(ENGINE) --profile=$(PROFILE))

.PHONY: test
test: need-build+node+browser+cross+test test-server test-client test-browser test-cross-browser target/tested-tools ## Run all tests

.PHONY: check
check: lint ## Lint, and the tests that take seconds
	cargo test $(CARGO_FLAGS) --lib --quiet
	npm test --silent

.PHONY: lint
lint: need-build+node node_modules/.package-lock.json $(BINARY) dist/site.json $(CARGO_BIN)/cargo-machete terms ## Format, lints, types, documentation and translations
	@features() { cargo tree $(FEATURES) --prefix none --format '{p}|{f}' --edges "$$1" | sed 's/ (\*)$$//'; }; \
	awk -F '|' 'NR == FNR { built[$$1]; as_built[$$0]; next } $$1 in built && !($$0 in as_built) { \
	  print "Compiled again for the tests, with the features " $$2 ": " $$1; as_built[$$0]; status = 1 } END { exit status }' \
	  <(features normal,build) <(features normal,build,dev)
	npm run --silent lint
	npm run --silent types
	npm run --silent unused
	npm run --silent markdown
	$(TSX) tools/messages/cli.ts check
	cargo fmt --all --check
	cargo fmt --manifest-path tests/fuzz/Cargo.toml --check
	cargo fmt --manifest-path server/renderer/examples/axum/Cargo.toml --check
	cargo clippy $(CARGO_FLAGS) --all-targets -- --deny warnings
	cargo check --locked --quiet --manifest-path tests/fuzz/Cargo.toml
	RUSTDOCFLAGS='--deny warnings' cargo doc $(CARGO_FLAGS) --no-deps --document-private-items --quiet
	cargo machete server tests/fuzz

.PHONY: seo
seo: $(BINARY) ## Check a deployment as crawlers fetch it; URL=https://site.example/
	$(CHECKER) $(or $(call given,URL),http://127.0.0.1:8080/)

.PHONY: locales
locales: node_modules/.package-lock.json ## Check the translations; LANG=ms for one language, RELEASE=1 for a release
	@$(TSX) tools/messages/cli.ts check $(call given,LANG) $(if $(call given,RELEASE),--release)

.PHONY: locales-confirm
locales-confirm: node_modules/.package-lock.json ## Record that the translations of LANG are reviewed; ID=a.b for one
	@$(TSX) tools/messages/cli.ts confirm $(call given,LANG) $(call given,ID)

# tools/avoided-terms.txt has a pattern for each term that another one replaces. The words of a site are its own.
# Without an index, since an unpacked archive has none.
.PHONY: terms
terms: ## Check that no term is used for which there is a better one
	@git grep --no-index --exclude-standard --line-number --only-matching -I --extended-regexp -f tools/avoided-terms.txt -- \
	  . ':!CHANGELOG.md' ':!locales' ':!client/features' ':!client/pages' ':!client/site' ':!*.svg' ':!*-lock.json' ':!tools/avoided-terms.txt' \
	  && { echo "Use the terms of docs/architecture.md, Terminology; tools/avoided-terms.txt has the patterns."; exit 1; } || [[ $$? == 1 ]]

.PHONY: generated
generated: build ## Generate the table of docs/settings.md, and deploy/prometheus/metrics.txt
	UPDATE_GENERATED=1 cargo test $(CARGO_FLAGS) --quiet --test http -- documented_settings exported_metrics

.PHONY: format
format: node_modules/.package-lock.json ## Format all code
	cargo fmt --all
	cargo fmt --manifest-path tests/fuzz/Cargo.toml
	cargo fmt --manifest-path server/renderer/examples/axum/Cargo.toml
	npm run --silent format
