# The checks of deploy/, and their tools.

# KUSTOMIZE=/usr/bin/kustomize selects another binary, of version 5; KUBECTL,
# PROMTOOL and PROMETHEUS likewise.
KUSTOMIZE ?= target/deploy/kustomize
KUBECTL ?= target/deploy/kubectl
PROMTOOL ?= target/deploy/promtool
PROMETHEUS ?= target/deploy/prometheus

PYTHON := target/deploy/venv/bin/python
# The types of custom resources, and the compiler that checks objects against them.
CUSTOM_RESOURCES := tools/deploy/custom-resources/node_modules/.package-lock.json node_modules/.package-lock.json

.PHONY: check-deploy
check-deploy: need-node+deploy target/deploy/venv/.ready $(KUSTOMIZE) $(KUBECTL) $(PROMTOOL) $(CUSTOM_RESOURCES) ## Check manifests, alerts, dashboard, Dockerfile and the workflows' security; ALL=1 for every combination
	target/deploy/venv/bin/hadolint --no-color --failure-threshold style deploy/Dockerfile
	target/deploy/venv/bin/zizmor --offline --quiet --config .github/zizmor.yml .github/workflows .github/actions
	$(PYTHON) tools/deploy/check.py --kustomize $(KUSTOMIZE) --kubectl $(abspath $(KUBECTL)) $(if $(ALL),--all)
	$(PYTHON) tools/deploy/keda_rules.py > target/deploy/keda.yaml
	$(PROMTOOL) test rules tools/deploy/keda.test.yaml

.PHONY: test-alerts
test-alerts: target/deploy/venv/.ready $(PROMTOOL) ## Unit tests of the alerts
	$(PROMTOOL) check rules deploy/prometheus/rules.yaml
	$(PROMTOOL) test rules deploy/prometheus/rules.test.yaml
	$(PYTHON) tools/deploy/dashboard_rules.py > target/deploy/dashboard.yaml
	$(PROMTOOL) check rules target/deploy/dashboard.yaml

.PHONY: test-signals
test-signals: need-build+node+deploy build target/deploy/venv/.ready $(PROMETHEUS) ## Evaluate dashboard and rules in a Prometheus that scrapes two servers
	nice $(PYTHON) tools/deploy/signals.py --prometheus $(PROMETHEUS) --marquee $(MARQUEE)

.PHONY: rules
rules: target/deploy/venv/.ready ## Generate the PrometheusRule for Kubernetes; RUNBOOKS=https://… sets the URL of the operations guide
	$(if $(RUNBOOKS),sed -i 's|https://[^ ]*#marquee|$(RUNBOOKS)#marquee|' deploy/prometheus/rules.yaml deploy/prometheus/rules.test.yaml)
	$(PYTHON) tools/deploy/check.py --write-rules

target/deploy/venv/.ready: tools/deploy/requirements.txt
	$(call install,deploy)
	rm -rf $(@D)
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@touch $@

tools/deploy/custom-resources/node_modules/.package-lock.json: tools/deploy/custom-resources/package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --prefix $(dir $<)

# Debian 12 has no kustomize; that of Debian 13 is one static binary and runs there as well.
KUSTOMIZE_DEB := pool/main/k/kustomize/kustomize_5.6.0+ds-1+b2
KUSTOMIZE_SHA256_amd64 := 552bbe5563b522685b10f75a9a226bfbee9778fc313b205d595fdbb7e9c70e33
KUSTOMIZE_SHA256_arm64 := 32d0e1959b5fc257101c8d6139da72af38ff7ce777089666f9d1c916810f1800
# The second keeps versions that the first has removed.
DEBIAN_ARCHIVES := http://deb.debian.org/debian http://snapshot.debian.org/archive/debian/20260101T000000Z

target/deploy/kustomize:
	@command -v dpkg-deb > /dev/null || { echo "Set KUSTOMIZE to a kustomize of version 5." >&2; exit 1; }
	$(call install,deploy)
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

# Any version: the commands of the guide that run without a cluster are old.
target/deploy/kubectl:
	@command -v dpkg-deb > /dev/null || { echo "Set KUBECTL to a kubectl." >&2; exit 1; }
	$(call install,deploy)
	@rm -rf $@.d && mkdir -p $@.d
	@cd $@.d; \
	apt-get download -qq -o APT::Sandbox::User=root kubernetes-client || { apt-get update -qq && apt-get download -qq -o APT::Sandbox::User=root kubernetes-client; }
	@dpkg-deb --fsys-tarfile $@.d/kubernetes-client_*.deb | tar --extract --to-stdout ./usr/bin/kubectl > $@
	@chmod +x $@
	@rm -r $@.d

# Extracted from Debian's package, not installed: the package would start a
# Prometheus on port 9090, the port of ADMIN_ADDR.
target/deploy/promtool target/deploy/prometheus &:
	@command -v dpkg-deb > /dev/null || { echo "Set PROMTOOL and PROMETHEUS to Prometheus's programs." >&2; exit 1; }
	@rm -rf $(@D)/prometheus.d && mkdir -p $(@D)/prometheus.d
	@cd $(@D)/prometheus.d; \
	apt-get download -qq -o APT::Sandbox::User=root prometheus || { apt-get update -qq && apt-get download -qq -o APT::Sandbox::User=root prometheus; }
	@dpkg-deb --fsys-tarfile $(@D)/prometheus.d/prometheus_*.deb | tar --extract --directory $(@D) --strip-components 3 ./usr/bin/promtool ./usr/bin/prometheus
	@touch $(@D)/promtool $(@D)/prometheus
	@rm -r $(@D)/prometheus.d
