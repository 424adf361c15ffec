# The binary, the site in dist/, the package and the container image.

CLIENT_SOURCES := $(shell find client ssr-bundle locales tools/build tools/locales -type f)

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

dist/site.json: $(CLIENT_SOURCES) node_modules/.package-lock.json
	node tools/build/build.mjs

# The engine cache (snapshot, bytecode), which shortens the cold start; part of the package.
dist/engine/.warm-$(ENGINE): $(BINARY) dist/site.json
	@mkdir -p $(@D)
	@if [[ ! -e $@ || $(BINARY) -nt $@ || dist/site.json -nt $@ ]]; then \
	  rm -f $(if $(filter quickjs,$(ENGINE)),$(@D)/*.qbc) $(@D)/$(ENGINE)-*.snapshot; \
	  $(BINARY) prepare && touch $@; \
	fi

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
	$(call install,systemd)
	TARBALL=$(TARBALL) PACKAGE=$(PACKAGE) node --test --test-reporter=spec tests/packaging/*.test.mjs

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
