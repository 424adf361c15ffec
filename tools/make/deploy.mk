# The checks of deploy/, and their tools.

# KUSTOMIZE=/usr/bin/kustomize selects another binary, of version 5; the others likewise.
CADDY ?= target/deploy/caddy
COMPOSE ?= target/deploy/docker-compose
KUSTOMIZE ?= target/deploy/kustomize
PROMTOOL ?= target/deploy/promtool
PROMETHEUS ?= target/deploy/prometheus
BLACKBOX ?= target/deploy/prometheus-blackbox-exporter
export BLACKBOX CADDY COMPOSE PROMETHEUS

PYTHON := target/deploy/venv/bin/python
# The types of custom resources, and the compiler that checks objects against them.
CUSTOM_RESOURCES := tools/deploy/custom-resources/node_modules/.package-lock.json node_modules/.package-lock.json

.PHONY: check-deploy
check-deploy: need-node+deploy target/deploy/venv/.ready $(KUSTOMIZE) $(PROMTOOL) $(COMPOSE) $(CUSTOM_RESOURCES) ## Check manifests, runbooks, Dockerfile and the workflows' security
	target/deploy/venv/bin/hadolint --no-color --failure-threshold style deploy/Dockerfile
	target/deploy/venv/bin/zizmor --offline --quiet .github
	$(COMPOSE) --file deploy/compose.yaml config --quiet
	$(PYTHON) tools/deploy/check.py --kustomize $(KUSTOMIZE)
	$(PROMTOOL) test rules tools/deploy/keda.test.yaml

.PHONY: test-alerts
test-alerts: $(PROMTOOL) ## Unit tests of the alerts
	$(PROMTOOL) check rules deploy/prometheus/rules.yaml
	$(PROMTOOL) test rules deploy/prometheus/rules.test.yaml

.PHONY: test-signals
test-signals: need-build+node+deploy build $(PROMETHEUS) $(BLACKBOX) ## Evaluate dashboard and rules in a Prometheus that scrapes two servers
	$(TSX) --test --test-reporter=spec tests/signals/*.test.ts

.PHONY: rules
rules: target/deploy/venv/.ready ## Generate the PrometheusRule for Kubernetes
	$(PYTHON) tools/deploy/check.py --write-rules

.PHONY: dashboard
dashboard: target/deploy/venv/.ready ## Generate Grafana's dashboard from deploy/prometheus/panels.yaml
	$(PYTHON) tools/deploy/dashboard.py

target/deploy/venv/.ready: tools/deploy/requirements.txt
	$(call install,deploy)
	rm -rf $(@D)
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@touch $@

# Programs of Debian's packages, extracted and not installed: packages start services on ports that are used
# here. On other systems, the variables above name the programs.

# Debian 12 does not have these; those of Debian 13 are static or need its C library alone.
KUSTOMIZE_DEB := k/kustomize/kustomize_5.6.0+ds-1+b2
KUSTOMIZE_SHA256_amd64 := 552bbe5563b522685b10f75a9a226bfbee9778fc313b205d595fdbb7e9c70e33
KUSTOMIZE_SHA256_arm64 := 32d0e1959b5fc257101c8d6139da72af38ff7ce777089666f9d1c916810f1800
COMPOSE_DEB := d/docker-compose/docker-compose_2.26.1-4
COMPOSE_SHA256_amd64 := 47681197cb2b1ab88206b42a1a92fc75f50d9530a6322d03494a473eed0408ea
COMPOSE_SHA256_arm64 := bbafaa666f3e7fa00ad36f2a8bab889f1c791ca8743d674e7267a3d07203869c
# The second keeps versions that the first has removed.
DEBIAN_ARCHIVES := http://deb.debian.org/debian http://snapshot.debian.org/archive/debian/20260101T000000Z

# Downloads a package to $@.d: $(1)_DEB of Debian 13, or the package $(1) of this Debian.
define download_13
	@architecture=$$(dpkg --print-architecture); \
	case $$architecture in \
	  amd64) sum=$($(1)_SHA256_amd64);; \
	  arm64) sum=$($(1)_SHA256_arm64);; \
	  *) echo "Set $(1) to a program for $$architecture." >&2; exit 1;; \
	esac; \
	for archive in $(DEBIAN_ARCHIVES); do \
	  curl --fail --silent --show-error --location --retry 2 --output $@.d/package.deb \
	    "$$archive/pool/main/$($(1)_DEB)_$$architecture.deb" && break; \
	done; \
	echo "$$sum $@.d/package.deb" | sha256sum --check --quiet
endef
define download
	@cd $@.d; get=(apt-get download -qq -o APT::Sandbox::User=root $(1)); "$${get[@]}" || { apt-get update -qq && "$${get[@]}"; }
endef

# Extracts $(3), paths in a package, to the folder of $@; $(1) and $(2) are a command of the above and what it takes.
define extract
	@command -v dpkg-deb > /dev/null || { echo "$@ is made on Debian; set its variable to such a program." >&2; exit 1; }
	$(call install,deploy)
	@rm -rf $@.d && mkdir -p $@.d
	$(call $(1),$(2))
	@dpkg-deb --fsys-tarfile $@.d/*.deb | tar --extract --directory $@.d $(3)
	@mv $(addprefix $@.d/,$(3)) $(@D)
	@touch $(addprefix $(@D)/,$(notdir $(3)))
	@rm -r $@.d
endef

target/deploy/kustomize:
	$(call extract,download_13,KUSTOMIZE,./usr/bin/kustomize)

target/deploy/docker-compose:
	$(call extract,download_13,COMPOSE,./usr/libexec/docker/cli-plugins/docker-compose)

target/deploy/caddy:
	$(call extract,download,caddy,./usr/bin/caddy)

target/deploy/promtool target/deploy/prometheus &:
	$(call extract,download,prometheus,./usr/bin/promtool ./usr/bin/prometheus)

target/deploy/prometheus-blackbox-exporter:
	$(call extract,download,prometheus-blackbox-exporter,./usr/bin/prometheus-blackbox-exporter)

# The list that most ad blockers have. Installed, the package would add a blocker to each Firefox.
EASYLIST ?= target/deploy/easylist.txt
export EASYLIST
$(EASYLIST):
	$(call extract,download,webext-ublock-origin-firefox,./usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/uBlock0@raymondhill.net/assets/thirdparties/easylist/easylist.txt)
