# Every target installs and builds its own prerequisites, and repeats nothing.
#
#   make run              build and serve http://127.0.0.1:8080
#   make test             build and run all tests
#   make help             list all targets

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# The JavaScript engine: quickjs (builds from crates.io alone) or v8 (faster
# renders; downloads a library unless RUSTY_V8_ARCHIVE names one).
ENGINE ?= quickjs
ifeq ($(filter $(ENGINE),quickjs v8),)
$(error ENGINE is '$(ENGINE)'; choose quickjs or v8)
endif

CARGO_FLAGS := --locked --release --no-default-features --features $(ENGINE)
BINARY := target/release/marquee
CHECKER := target/release/marquee-check
STRAPI := deploy/strapi/node_modules/better-sqlite3/build/Release/better_sqlite3.node
CLIENT_SOURCES := $(shell find client ssr-bundle locales tools/build tools/locales -type f)

# KUSTOMIZE=/usr/bin/kustomize selects another binary, of version 5; PROMTOOL
# likewise. The server's tests use PROMTOOL as well.
KUSTOMIZE ?= target/deploy/kustomize
PROMTOOL ?= target/deploy/promtool
export PROMTOOL

# Firefox's WebDriver; Debian has no package of it.
GECKODRIVER ?= target/geckodriver/bin/geckodriver
export GECKODRIVER

BUILD_PACKAGES := build-essential cmake libsimde-dev
BROWSER_PACKAGES := chromium chromium-headless-shell fonts-noto-cjk
# Firefox, WebKit, all three WebDrivers, and a display for WebKit, which has no headless mode.
CROSS_BROWSER_PACKAGES := $(BROWSER_PACKAGES) chromium-driver firefox-esr fonts-dejavu-core gir1.2-webkit2-4.1 python3-gi \
  webkit2gtk-driver xvfb
# Compile SQLite for Node.
STRAPI_PACKAGES := build-essential python3
# A fake clock, and shared caches in front of the server.
TEST_PACKAGES := apache2-bin faketime nginx-light squid varnish
# A static file server, a load generator, and CPU affinity (taskset).
BENCH_PACKAGES := nginx-light wrk util-linux

# Installs the missing Debian packages, or prints the command without root.
define install
	@if command -v dpkg-query > /dev/null; then \
	  missing=(); \
	  for package in $(1); do \
	    [[ $$(dpkg-query --show --showformat='$${db:Status-Status}' $$package 2> /dev/null) == installed ]] \
	      || missing+=($$package); \
	  done; \
	  if (( $${#missing[@]} )); then \
	    if (( EUID == 0 )); then \
	      apt-get update -qq; \
	      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$${missing[@]}"; \
	    else \
	      echo "Some packages are missing. Install them with:" >&2; \
	      echo "  sudo apt-get install -y $${missing[*]}" >&2; \
	      exit 1; \
	    fi; \
	  fi; \
	fi
endef

.PHONY: help
help: ## Show this help
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sort \
	  | sed -E 's/^([a-z0-9-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'
	@echo
	@echo "  ENGINE=quickjs (default) or ENGINE=v8 selects the JavaScript engine."

.PHONY: run
run: build ## Build everything and serve http://127.0.0.1:8080
	exec $(BINARY)

.PHONY: build
build: dist/engine/.warm-$(ENGINE) ## Build the release binary and the bundles in dist/

.PHONY: dev
dev: build ## Serve, rebuild on change, and reload the browser
	exec node tools/build/dev.mjs --engine=$(ENGINE)

.PHONY: test
test: test-server test-client test-browser test-cross-browser ## Run all tests

# Runs the server's tests with profile $(1) of .config/nextest.toml and the options
# $(2); without nextest one by one, where $(3) selects the same tests.
define test_server
	$(call install,$(TEST_PACKAGES))
	@if cargo nextest --version > /dev/null 2>&1; then \
	  cargo nextest run $(CARGO_FLAGS) --profile $(1) $(2); \
	else \
	  cargo test $(CARGO_FLAGS) $(3) --test-threads 1; \
	fi
endef

.PHONY: test-server
test-server: build $(PROMTOOL) ## Unit, engine and HTTP tests
	$(call test_server,default,--no-fail-fast,-- --skip soak:: --skip fault_injection::)

.PHONY: test-client
test-client: node_modules/.package-lock.json ## Component tests
	npm test --silent

.PHONY: test-browser
test-browser: build browser ## Browser tests in Chromium against the real server
	npx playwright test --config tests/browser/playwright.config.ts

.PHONY: test-cross-browser
test-cross-browser: build cross-browser ## Behaviour and layout in Chromium, Firefox and WebKit
	npx playwright test --config tests/cross-browser/playwright.config.ts

.PHONY: settings
settings: build ## Generate the table of docs/settings.md from --help
	UPDATE_SETTINGS=1 cargo test $(CARGO_FLAGS) --quiet --test http documented_settings

.PHONY: soak
soak: build ## Memory test: 20,000 renders without growth
	$(call test_server,soak,--no-capture,--test http -- soak:: --nocapture)

.PHONY: test-fault-injection
test-fault-injection: build ## Fault injection: overload, slow and disconnecting clients, outages, a million URLs
	$(call test_server,fault_injection,--no-capture,--test http -- fault_injection:: --nocapture)

.PHONY: bench-guard
bench-guard: build ## Instruction-count regression test of a render and a cached response
	$(call install,valgrind)
	node bench/guard.mjs

# Duration of each fuzz target.
SECONDS ?= 60
FUZZ_TARGETS := negotiate resolve_path content_response

# No sanitizer: it would need nightly Rust, and the fuzzed code has no unsafe block.
# New inputs go to tests/fuzz/target/; tests/fuzz/corpus/ has the seeds.
.PHONY: fuzz
fuzz: node_modules/.package-lock.json ## Fuzz the parsers of untrusted input; SECONDS=60 for each target
	$(call install,build-essential)
	@cargo fuzz --version > /dev/null 2>&1 || cargo install cargo-fuzz --locked
	cargo fuzz build --fuzz-dir tests/fuzz --sanitizer none
	@for target in $(FUZZ_TARGETS); do \
	  echo "Fuzzing $$target for $(SECONDS) s"; \
	  mkdir -p tests/fuzz/target/corpus/$$target; \
	  cargo fuzz run --fuzz-dir tests/fuzz --sanitizer none $$target \
	    tests/fuzz/target/corpus/$$target tests/fuzz/corpus/$$target \
	    -- -max_total_time=$(SECONDS) -print_final_stats=1 -verbosity=0; \
	done
	FUZZ_SECONDS=$(SECONDS) npm test --silent escape.property

.PHONY: audit-dependencies
audit-dependencies: ## Licences, sources and known vulnerabilities of all dependencies
	@cargo deny --version > /dev/null 2>&1 || cargo install cargo-deny --locked
	cargo deny --locked check --hide-inclusion-graph licenses sources bans
	cargo deny --locked --manifest-path tests/fuzz/Cargo.toml --config deny.toml check sources
	@if cargo deny fetch db 2> /dev/null; then \
	  cargo deny --locked check --disable-fetch advisories; \
	else \
	  echo "NOT CHECKED: advisories for crates; the advisory database cannot be reached."; \
	fi
	node tools/audit/dependencies.mjs

.PHONY: check
check: node_modules/.package-lock.json $(BINARY) dist/site.json ## Format, lints, types, documentation and fast tests
	cargo fmt --all --check
	cargo fmt --manifest-path tests/fuzz/Cargo.toml --check
	cargo clippy $(CARGO_FLAGS) --all-targets -- --deny warnings
	cargo check --locked --quiet --manifest-path tests/fuzz/Cargo.toml
	RUSTDOCFLAGS='--deny warnings' cargo doc $(CARGO_FLAGS) --no-deps --document-private-items --quiet
	@cargo machete --version > /dev/null 2>&1 || cargo install cargo-machete --locked
	cargo machete server tests/fuzz
	npm run --silent lint
	npm run --silent types
	npm run --silent unused
	node tools/locales/check-locales.mjs
	$(CHECKER) --server $(BINARY)
	cargo test $(CARGO_FLAGS) --lib --quiet
	npm test --silent

.PHONY: seo
seo: build ## Check every page in every language as crawlers fetch it
	$(CHECKER) --server $(BINARY)

.PHONY: locales
locales: node_modules/.package-lock.json ## Check the translations, and report how to fix them
	@node tools/locales/check-locales.mjs

.PHONY: format
format: node_modules/.package-lock.json ## Format all code
	cargo fmt --all
	cargo fmt --manifest-path tests/fuzz/Cargo.toml
	npm run --silent format

PEERS := bench/peers/bundle/node_modules/.package-lock.json bench/peers/next/.next/BUILD_ID \
  bench/peers/rari/dist/rari-client-head.html

# V8 is built first, so that the binary of the default engine is left in target/release/.
.PHONY: bench
bench: dist/site.json $(PEERS) ## Compare Marquee with other servers (20 minutes); BENCH=--quick for a trial
	$(call install,$(BENCH_PACKAGES))
	@mkdir -p target/bench && rm -f target/bench/marquee-*
	@if $(MAKE) ENGINE=v8 $(BINARY); then \
	  install --mode 755 $(BINARY) target/bench/marquee-v8; \
	else \
	  echo "Marquee on V8 skipped: the build failed"; \
	fi
	$(MAKE) ENGINE=quickjs $(BINARY)
	install --mode 755 $(BINARY) target/bench/marquee-quickjs
	node bench/bench.mjs $(BENCH)

bench/peers/%/node_modules/.package-lock.json: bench/peers/%/package.json bench/peers/%/package-lock.json
	npm --prefix bench/peers/$* ci --ignore-scripts --no-audit --no-fund
	@touch $@

bench/peers/next/.next/BUILD_ID: bench/peers/next/node_modules/.package-lock.json dist/site.json
	npm --prefix bench/peers/next run --silent build
	@touch $@

bench/peers/rari/dist/rari-client-head.html: bench/peers/rari/node_modules/.package-lock.json dist/site.json
	npm --prefix bench/peers/rari run --silent build
	@touch $@

# Components.

.PHONY: $(BINARY)
$(BINARY):
	$(call install,$(BUILD_PACKAGES))
ifeq ($(ENGINE),v8)
	@if [[ -n "$${RUSTY_V8_ARCHIVE:-}" ]]; then \
	  echo "Using the V8 library $$RUSTY_V8_ARCHIVE"; \
	else \
	  echo "The build script downloads the V8 library; if that fails, set RUSTY_V8_ARCHIVE to a local archive"; \
	fi
endif
	cargo build $(CARGO_FLAGS)

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

dist/site.json: $(CLIENT_SOURCES) node_modules/.package-lock.json
	node tools/build/build.mjs

# The engine cache (snapshot, bytecode), which shortens the cold start; part of the package.
dist/engine/.warm-$(ENGINE): $(BINARY) dist/site.json
	@mkdir -p $(@D)
	@if [[ ! -e $@ || $(BINARY) -nt $@ || dist/site.json -nt $@ ]]; then \
	  rm -f $(if $(filter quickjs,$(ENGINE)),$(@D)/*.qbc) $(@D)/$(ENGINE)-*.snapshot; \
	  $(BINARY) prepare && touch $@; \
	fi

.PHONY: browser
browser:
	$(call install,$(BROWSER_PACKAGES))

.PHONY: cross-browser
cross-browser: $(GECKODRIVER)
	$(call install,$(CROSS_BROWSER_PACKAGES))

# A debug build: it compiles faster, and only forwards messages.
target/geckodriver/bin/geckodriver:
	cargo install --locked --debug --root target/geckodriver --version 0.37.1 geckodriver

.PHONY: screenshots
screenshots: build cross-browser ## Screenshots of every state in every engine, side by side
	npx playwright test --config tests/cross-browser/screenshots/playwright.config.ts
	@echo "See test-results/screenshots/index.html"

.PHONY: gallery
gallery: build browser ## Screenshots of every page and state in Chromium: gallery/index.html
	npx playwright test --config tools/gallery/playwright.config.ts
	@echo "See gallery/index.html"

.PHONY: audit
audit: build browser ## Lighthouse in every language; the home page on slow devices
	node tools/audit/lighthouse.mjs
	node tools/audit/slow-phone.mjs

.PHONY: html
html: build ## The W3C's HTML checker on every page in every language
	$(if $(shell command -v java),,$(call install,default-jre-headless))
	node tools/audit/html.mjs

.PHONY: strapi
strapi: $(STRAPI) ## Start a content service on 127.0.0.1:1337
	@cd deploy/strapi; set -a; source development.env; set +a; \
	echo "When it has started, run Marquee with it in a second terminal:"; \
	echo "  CONTENT_API_URL=http://127.0.0.1:1337 CONTENT_API_TOKEN=$$CONTENT_API_TOKEN make run"; \
	HOST=127.0.0.1 PORT=1337 exec node_modules/.bin/strapi start

.PHONY: test-strapi
test-strapi: build $(STRAPI) ## Tests of the operator links with a real content service
	node --test --test-reporter=spec tests/strapi/*.test.mjs

# SQLite is compiled here, since the prebuilt binary that the package would download has no
# checksum. Node's headers are those of the Node installation; without them, they are downloaded.
$(STRAPI): deploy/strapi/package.json deploy/strapi/package-lock.json
	$(call install,$(STRAPI_PACKAGES))
	npm --prefix deploy/strapi ci --ignore-scripts --no-audit --no-fund
	@node_folder=$$(node -p 'path.resolve(process.execPath, "../..")'); \
	options=(--jobs max); \
	if [[ -e $$node_folder/include/node/node.h ]]; then options+=(--nodedir "$$node_folder"); fi; \
	npm --prefix deploy/strapi/node_modules/better-sqlite3 run build-release -- "$${options[@]}"
	@touch $@

# Deployment.

PYTHON := target/deploy/venv/bin/python

.PHONY: check-deploy
check-deploy: target/deploy/venv/.ready $(KUSTOMIZE) ## Check manifests, alerts, dashboard and Dockerfile in deploy/
	target/deploy/venv/bin/hadolint --no-color --failure-threshold style deploy/Dockerfile
	$(PYTHON) tools/deploy/check.py --kustomize $(KUSTOMIZE)

check: check-deploy

.PHONY: test-alerts
test-alerts: target/deploy/venv/.ready $(PROMTOOL) ## Unit tests of the alerts
	$(PROMTOOL) check rules deploy/prometheus/rules.yaml
	$(PROMTOOL) test rules deploy/prometheus/rules.test.yaml
	$(PYTHON) tools/deploy/dashboard_rules.py > target/deploy/dashboard.yaml
	$(PROMTOOL) check rules target/deploy/dashboard.yaml

.PHONY: rules
rules: target/deploy/venv/.ready ## Generate the PrometheusRule for Kubernetes from deploy/prometheus/rules.yaml
	$(PYTHON) tools/deploy/check.py --write-rules

# The commit in /version and `marquee_build_info`.
COMMIT ?= $(shell git rev-parse --short=12 HEAD 2> /dev/null || echo unknown)

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
PACKAGE := target/marquee
TARBALL := target/marquee-$(VERSION)-$(ENGINE)-$(shell uname -m).tar.gz

# A self-contained, relocatable, read-only folder: the binary finds `dist` beside
# itself.
.PHONY: dist
dist: $(BINARY) node_modules/.package-lock.json ## Package binary and bundles as target/marquee and a tarball
	rm -rf $(PACKAGE) && mkdir -p $(PACKAGE)
	install --strip $(BINARY) $(PACKAGE)/marquee
	COMMIT=$(COMMIT) node tools/build/build.mjs --out=$(PACKAGE)/dist
	DIST_DIR=$(PACKAGE)/dist $(PACKAGE)/marquee prepare
	tar --create --gzip --file $(TARBALL) --owner=0 --group=0 --directory $(dir $(PACKAGE)) $(notdir $(PACKAGE))
	@du --apparent-size --human-readable --summarize $(PACKAGE)/marquee $(PACKAGE)/dist $(TARBALL)

.PHONY: test-dist
test-dist: dist ## Test the package confined: no privileges, no environment, read-only
	TARBALL=$(TARBALL) node --test --test-reporter=spec tests/packaging/*.test.mjs

IMAGE ?= marquee

# The image uses V8 unless ENGINE is set. PREVIOUS is the image of the previous release.
.PHONY: image
image: ## Build a container image; IMAGE=name:tag, PREVIOUS=name:tag
	docker build --file deploy/Dockerfile --tag $(IMAGE) \
	  $(if $(filter file,$(origin ENGINE)),,--build-arg ENGINE=$(ENGINE)) \
	  $(if $(PREVIOUS),--build-arg PREVIOUS=$(PREVIOUS)) \
	  --build-arg COMMIT=$(COMMIT) \
	  --build-arg VERSION=$(VERSION) \
	  .

target/deploy/venv/.ready: tools/deploy/requirements.txt
	$(call install,python3 python3-venv)
	rm -rf $(@D)
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@touch $@

# Debian 12 has no kustomize; that of Debian 13 is one static binary and runs there as well.
KUSTOMIZE_DEB := pool/main/k/kustomize/kustomize_5.6.0+ds-1+b2
KUSTOMIZE_SHA256_amd64 := 552bbe5563b522685b10f75a9a226bfbee9778fc313b205d595fdbb7e9c70e33
KUSTOMIZE_SHA256_arm64 := 32d0e1959b5fc257101c8d6139da72af38ff7ce777089666f9d1c916810f1800
# The second keeps versions that the first has removed.
DEBIAN_ARCHIVES := http://deb.debian.org/debian http://snapshot.debian.org/archive/debian/20260101T000000Z

target/deploy/kustomize:
	@command -v dpkg-deb > /dev/null || { echo "Set KUSTOMIZE to a kustomize of version 5." >&2; exit 1; }
	$(call install,ca-certificates curl)
	@mkdir -p $(@D)
	@architecture=$$(dpkg --print-architecture); \
	case $$architecture in \
	  amd64) sum=$(KUSTOMIZE_SHA256_amd64);; \
	  arm64) sum=$(KUSTOMIZE_SHA256_arm64);; \
	  *) echo "Set KUSTOMIZE to a kustomize of version 5 for $$architecture." >&2; exit 1;; \
	esac; \
	for archive in $(DEBIAN_ARCHIVES); do \
	  curl --fail --silent --show-error --location --retry 2 --output $@.deb \
	    "$$archive/$(KUSTOMIZE_DEB)_$$architecture.deb" && break; \
	done; \
	echo "$$sum $@.deb" | sha256sum --check --quiet
	@dpkg-deb --fsys-tarfile $@.deb | tar --extract --to-stdout ./usr/bin/kustomize > $@
	@chmod +x $@
	@rm $@.deb

# Extracted from Debian's package, not installed: the package would start a
# Prometheus on port 9090, the port of ADMIN_ADDR.
target/deploy/promtool:
	@command -v dpkg-deb > /dev/null || { echo "Set PROMTOOL to Prometheus's promtool." >&2; exit 1; }
	@rm -rf $@.d && mkdir -p $@.d
	@cd $@.d; \
	apt-get download -qq -o APT::Sandbox::User=root prometheus || { apt-get update -qq && apt-get download -qq -o APT::Sandbox::User=root prometheus; }
	@dpkg-deb --fsys-tarfile $@.d/prometheus_*.deb | tar --extract --to-stdout ./usr/bin/promtool > $@
	@chmod +x $@
	@rm -r $@.d
