# Debian packages, npm packages and browsers that the commands need.

# The certificates are for crates and npm packages.
BUILD_PACKAGES := build-essential ca-certificates cmake libsimde-dev
BROWSER_PACKAGES := chromium chromium-headless-shell fonts-noto-cjk
# Firefox, WebKit, all three WebDrivers, and a display for WebKit, which has no headless mode.
CROSS_BROWSER_PACKAGES := $(BROWSER_PACKAGES) chromium-driver firefox-esr fonts-dejavu-core gir1.2-webkit2-4.1 python3-gi \
  webkit2gtk-driver xvfb
# Compile SQLite for Node.
STRAPI_PACKAGES := build-essential python3
# A fake clock, and shared caches in front of the server. Debian starts Traffic Server on the port of the
# site.
TEST_PACKAGES := apache2-bin faketime nginx-light squid varnish $(if $(CI),trafficserver)
# A static file server, a load generator, and CPU affinity (taskset).
BENCH_PACKAGES := nginx-light wrk util-linux
# A load balancer besides.
RESILIENCE_PACKAGES := $(BENCH_PACKAGES) haproxy

install = @tools/make/install.sh $(1)

# No package's own scripts run.
node_modules/.package-lock.json: package.json package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# Firefox's WebDriver; Debian has no package of it.
GECKODRIVER ?= target/geckodriver/bin/geckodriver
export GECKODRIVER

.PHONY: browser
browser:
	$(call install,$(BROWSER_PACKAGES))

.PHONY: cross-browser
cross-browser: $(GECKODRIVER)
	$(call install,$(CROSS_BROWSER_PACKAGES))

# A debug build: it compiles faster, and only forwards messages.
target/geckodriver/bin/geckodriver:
	cargo install --locked --debug --root target/geckodriver --version 0.37.1 geckodriver
