# The binary, the site in dist/ and the package.

CLIENT_SOURCES := $(shell find client ssr-bundle locales tools/build tools/messages -type f)

# The image's build has another command.
CARGO_BUILD ?= cargo build

.PHONY: $(BINARY)
ifneq ($(PREBUILT),)
$(BINARY):
	@[[ "$$($@ --version)" == "marquee $(VERSION)" ]] || \
	  { echo "$@ is not marquee $(VERSION), the version of these sources" >&2; exit 1; }
else
$(BINARY): need-build
ifeq ($(ENGINE),v8)
	tools/make/v8-library.sh "$$RUSTY_V8_ARCHIVE"
endif
	$(CARGO_BUILD) $(CARGO_FLAGS)
endif

dist/site.json: $(CLIENT_SOURCES) node_modules/.package-lock.json
	$(TSX) tools/build/build.ts

# What halves the start of an engine; part of the package.
dist/engine/$(ENGINE).snapshot: $(BINARY) dist/site.json
	@if [[ ! -e $@ || $(BINARY) -nt $@ ]]; then $(BINARY) prepare; fi

# The commit in /version and `marquee_build_info`.
COMMIT ?= $(shell git rev-parse --short=12 HEAD 2> /dev/null || echo unknown)

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
PACKAGE := target/marquee
TARBALL := target/marquee-$(VERSION)-$(ENGINE)-$(shell uname -m).tar.gz
# The binary with the names of its functions, which a profiler finds by the id of the build.
UNSTRIPPED := $(TARBALL:.tar.gz=.unstripped.gz)

# The date of the package and all its files, so that two builds of a commit are the same.
SOURCE_DATE = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2> /dev/null || date +%s))

# What its reader needs beside it, at the same paths.
PACKAGE_FILES := LICENSE README.md CHANGELOG.md SECURITY.md docs/settings.md docs/signals.md deploy/README.md \
  deploy/one-machine.md deploy/systemd deploy/proxy deploy/prometheus/rules.yaml deploy/prometheus/runbooks.md

# A self-contained, relocatable, read-only folder: the binary finds `dist` beside
# itself.
.PHONY: dist
dist: $(BINARY) node_modules/.package-lock.json ## Package binary and bundles as target/marquee and a tarball
	rm -rf $(PACKAGE) && mkdir -p $(PACKAGE)
	install --strip $(BINARY) $(PACKAGE)/marquee
	gzip --no-name < $(BINARY) > $(UNSTRIPPED)
	COMMIT=$(COMMIT) SOURCE_DATE_EPOCH=$(SOURCE_DATE) $(TSX) tools/build/build.ts --out=$(PACKAGE)/dist
	DIST_DIR=$(PACKAGE)/dist $(PACKAGE)/marquee prepare
	cp --parents --recursive $(PACKAGE_FILES) $(PACKAGE)
	$(TSX) tools/release/notices.ts $(ENGINE) > $(PACKAGE)/NOTICES
	tar --create --use-compress-program='gzip --no-name' --file $(TARBALL) --directory $(dir $(PACKAGE)) \
	  --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime=@$(SOURCE_DATE) $(notdir $(PACKAGE))
	@du --apparent-size --human-readable --summarize $(PACKAGE)/marquee $(PACKAGE)/dist $(TARBALL)
