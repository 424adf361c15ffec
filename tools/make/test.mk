# The test suites, the audits and the screenshots.

STRAPI := deploy/strapi/node_modules/better-sqlite3/build/Release/better_sqlite3.node

# The tests that could not run, each with the reason. In CI they fail instead.
SKIPPED := target/skipped-tests

# Runs the server's tests with profile $(1) of .config/nextest.toml and the options
# $(2); without nextest one by one, where $(3) selects the same tests.
define test_server
	@rm -f $(SKIPPED); trap 'if [[ -e $(SKIPPED) ]]; then cat $(SKIPPED); fi' EXIT; \
	if cargo nextest --version > /dev/null 2>&1; then \
	  cargo nextest run $(FEATURES) --cargo-profile $(PROFILE) --profile $(1) $(2); \
	else \
	  cargo test $(CARGO_FLAGS) $(3) --test-threads 1; \
	fi
endef

.PHONY: test-server
test-server: need-build+node+test build ## Unit, engine and HTTP tests
	$(call test_server,default,--no-fail-fast,-- --skip soak::)
	cargo test $(CARGO_FLAGS) --doc --quiet

.PHONY: test-example
test-example: need-build+node ## The example of marquee-renderer, with its package, outside the workspace
	tools/make/renderer-example.sh

# The suites of tests/http/ whose outcome can depend on the JavaScript engine.
ENGINE_SUITES := damaged_builds disasters early_flush engine_protocol health many_pages new_build page_cache \
  prepared_start published_react reloads renderer start
ENGINE_TESTS := --test http -- $(addsuffix ::,$(ENGINE_SUITES))

.PHONY: test-engine
test-engine: need-build+node+test build ## The tests whose outcome can depend on the JavaScript engine
	$(call test_server,default,--no-fail-fast $(ENGINE_TESTS),$(ENGINE_TESTS))

.PHONY: test-client
test-client: node_modules/.package-lock.json ## Component tests
	npm test --silent

.PHONY: test-browser
test-browser: need-build+node+browser build target/host-site/dist/site.json ## Browser tests in Chromium against the real server
	npx playwright test --config tests/browser/host/playwright.config.ts --project host
	npx playwright test --config tests/browser/playwright.config.ts --project phone --project iphone --project desktop

# The site of the host's own tests.
target/host-site/dist/site.json: dist/site.json $(shell find tests/site -type f) tests/support/host-site.ts tools/build/testing.ts
	$(TSX) tests/support/host-site.ts target/host-site

# Chromium for x86-64 as visitors have it, of npm packages: without cascade layers, below the baseline, close to it,
# and of the middle of 2024.
CHROMIUMS := 92.0.0 103.0.0 112.0.2 126.0.0
92.0.0_SHA256 := ae2070e08840e30bb50dbfffe9824d428d46445436bf08147e7f9102294a28ca
103.0.0_SHA256 := 88f1af268022584ffd0e4b58a68c8bd63b55f247b7c84481c719f362fb2be43a
112.0.2_SHA256 := 8a75f56d4272caa9936e3b4b8ad89e5f211f0a52bfcde55e2d88c955170ff1ec
126.0.0_SHA256 := 93d1fe6e93233f10b3feab8ea45968fc494ce6df59fbf63cb06c0f7dd15a13ba

.PHONY: test-chromiums
test-chromiums: need-build+node+browser build $(CHROMIUMS:%=target/chromiums/%) ## What docs/browsers.md says of former versions of Chromium
	for version in $(CHROMIUMS); do \
	  CHROMIUM=$(CURDIR)/target/chromiums/$$version npx playwright test --config tests/browser/playwright.config.ts --project versions; \
	done

target/chromiums/%:
	@mkdir -p $(@D)
	cd $(@D) && npm pack --silent @sparticuz/chromium@$* && sha256sum --check --quiet <<< "$($*_SHA256)  sparticuz-chromium-$*.tgz"
	tar -xzOf $(@D)/sparticuz-chromium-$*.tgz package/bin/chromium.br \
	  | node --eval 'process.stdin.pipe(zlib.createBrotliDecompress()).pipe(process.stdout)' > $@
	chmod +x $@
	rm $(@D)/sparticuz-chromium-$*.tgz

.PHONY: test-tools
test-tools: need-build+node+browser build target/host-site/dist/site.json ## The development server, the gallery and a new language, in Chromium
	npx playwright test --config tests/browser/host/playwright.config.ts --project tools

# Of `make test`, when one of these has changed since they passed.
TOOLS_SOURCES := $(shell find tools/audit/server.ts tools/build tools/gallery tools/messages tests/browser/tools \
  tests/browser/support tests/browser/host/playwright.config.ts tests/site tests/support -type f)
target/tested-tools: $(TOOLS_SOURCES) | build
	$(MAKE) test-tools
	@touch $@

.PHONY: test-cross-browser
test-cross-browser: need-build+node+browser+cross build target/host-site/dist/site.json $(GECKODRIVER) $(EASYLIST) ## Firefox and WebKit, and their layout compared with Chromium's; TEST_LANGUAGE=zh
	npx playwright test --config tests/cross-browser/host/playwright.config.ts
	npx playwright test --config tests/cross-browser/playwright.config.ts

.PHONY: soak
soak: need-build+node+test build ## Memory over 20,000 renders, a million URLs, ten minutes of traffic
	$(call test_server,soak,--no-capture,--test http -- soak:: --nocapture)

# Duration of each fuzz target.
SECONDS ?= 60
FUZZ_TARGETS := negotiate framing content_response

# No sanitizer: it would need nightly Rust, and the fuzzed code has no unsafe block.
# New inputs go to tests/fuzz/target/; tests/fuzz/corpus/ has the seeds.
.PHONY: fuzz
fuzz: need-build+node node_modules/.package-lock.json $(CARGO_BIN)/cargo-fuzz ## Fuzz the parsers of untrusted input; SECONDS=60 for each target
	cargo fuzz build --fuzz-dir tests/fuzz --sanitizer none
	@for target in $(FUZZ_TARGETS); do \
	  echo "Fuzzing $$target for $(SECONDS) s"; \
	  mkdir -p tests/fuzz/target/corpus/$$target; \
	  cargo fuzz run --fuzz-dir tests/fuzz --sanitizer none $$target \
	    tests/fuzz/target/corpus/$$target tests/fuzz/corpus/$$target \
	    -- -max_total_time=$(SECONDS) -print_final_stats=1 -verbosity=0; \
	done
	FUZZ_SECONDS=$(SECONDS) npm test --silent escape.property

NPM_LICENSES := [license="0BSD"], [license="Apache-2.0"], [license="BSD-2-Clause"], [license="BSD-3-Clause"], \
  [license="BlueOak-1.0.0"], [license="CC0-1.0"], [license="ISC"], [license="MIT"], [license="MIT-0"], \
  [license="Unicode-3.0"], [license^="MIT OR "], [license^="(MIT OR "], [license="MIT AND Apache-2.0"]
# Of tests and tools, and not shipped: MPL-2.0, Python-2.0, CC-BY-4.0, MIT AND Zlib; without a licence in the lock file.
NPM_EXCEPTIONS := \#axe-core, [name="@axe-core/playwright"], \#argparse, \#caniuse-lite, \#pako, \#parse-cache-control

# Runs a command of `npm audit`, whose report has $(2) if the registry supports it. In CI, what cannot be checked
# is a finding.
define npm_audit
	@report=$$(npm audit $(1) --json 2> /dev/null) || { echo "$$report"; \
	  [[ $$report != *'"$(2)"'* && -z "$${CI:-}" ]] && echo "NOT CHECKED: npm audit $(1); the registry does not support it."; }
endef

.PHONY: audit-dependencies
audit-dependencies: node_modules/.package-lock.json $(CARGO_BIN)/cargo-deny ## Licences, sources and known vulnerabilities of all dependencies
	cargo deny --locked check --hide-inclusion-graph licenses sources bans
	cargo deny --locked --manifest-path tests/fuzz/Cargo.toml --config deny.toml check sources
	@if cargo deny fetch db 2> /dev/null; then \
	  cargo deny --locked check --disable-fetch advisories; \
	else \
	  echo "NOT CHECKED: advisories for crates; the advisory database cannot be reached."; \
	  [[ -z "$${CI:-}" ]]; \
	fi
	npx lockfile-lint --path package-lock.json --type npm --allowed-hosts npm --validate-https --validate-integrity
	@npm query --package-lock-only --expect-result-count=0 ':not(:root, .workspace, $(NPM_LICENSES), $(NPM_EXCEPTIONS))' \
	  | sed -nE '/^    "(name|license)": /p'
	$(call npm_audit,,vulnerabilities)
	$(call npm_audit,signatures,invalid)

.PHONY: screenshots
screenshots: need-build+node+browser+cross build $(GECKODRIVER) $(EASYLIST) ## Screenshots of every state in every engine; LANGS, WIDTHS, STATES
	npx playwright test --config tests/cross-browser/screenshots/playwright.config.ts
	@echo "See test-results/screenshots/index.html"

.PHONY: share-pictures
share-pictures: need-node+browser node_modules/.package-lock.json ## Render the social media preview of each language
	$(TSX) tools/share/render.ts

.PHONY: icons
icons: need-node+browser node_modules/.package-lock.json ## Render the PNG and ICO icons from favicon.svg
	$(TSX) tools/pictures/icons.ts

.PHONY: recolour
recolour: node_modules/.package-lock.json ## Change a colour of palette and pictures; FROM=d91a3c TO=0e9f6e
	$(TSX) tools/pictures/recolour.ts --from=$(FROM) --to=$(TO)

.PHONY: gallery
gallery: need-build+node+browser build ## Pictures of the place of every message; BASE=main for those that changed, before and after
	$(TSX) tools/gallery/gallery.ts $(addprefix --base=,$(call given,BASE))

.PHONY: audit
audit: need-build+node+browser build ## Lighthouse in every language; the home page on slow devices
	$(TSX) tools/audit/lighthouse.ts
	$(TSX) tools/audit/slow-phone.ts

.PHONY: html
html: need-build+node+html build ## The W3C's HTML checker on every page in every language
	$(TSX) tools/audit/html.ts

.PHONY: strapi
strapi: $(STRAPI) ## Start a content service on 127.0.0.1:1337
	@cd deploy/strapi; set -a; source development.env; set +a; \
	echo "When it has started, run Marquee with it in a second terminal:"; \
	echo "  CONTENT_API_URL=http://127.0.0.1:1337 CONTENT_API_TOKEN=$$CONTENT_API_TOKEN make run"; \
	HOST=127.0.0.1 PORT=1337 exec node_modules/.bin/strapi start

.PHONY: test-strapi
test-strapi: need-build+node+strapi build $(STRAPI) ## Tests of the operator links with a real content service
	$(TSX) --test --test-reporter=spec tests/strapi/*.test.ts

.PHONY: test-compose
test-compose: need-build+node+strapi+deploy build $(STRAPI) $(COMPOSE) $(CADDY) $(PROMETHEUS) ## The services of deploy/compose.yaml, as processes
	$(TSX) --test --test-reporter=spec tests/compose/*.test.ts

.PHONY: test-dist
test-dist: need-build+node+package dist $(CADDY) ## Test the package, and run it confined by systemd, behind Caddy and nginx
	TARBALL=$(TARBALL) PACKAGE=$(PACKAGE) $(TSX) --test --test-reporter=spec tests/packaging/*.test.ts

# SQLite is compiled here, since the prebuilt binary that the package would download has no
# checksum. Node's headers are those of the Node installation; without them, they are downloaded.
$(STRAPI): deploy/strapi/package.json deploy/strapi/package-lock.json
	$(call install,node strapi)
	npm --prefix deploy/strapi ci --ignore-scripts --no-audit --no-fund
	@node_folder=$$(node -p 'path.resolve(process.execPath, "../..")'); \
	options=(--jobs max); \
	if [[ -e $$node_folder/include/node/node.h ]]; then options+=(--nodedir "$$node_folder"); fi; \
	npm --prefix deploy/strapi/node_modules/better-sqlite3 run build-release -- "$${options[@]}"
	@touch $@
