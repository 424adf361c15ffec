# Packages of the system, npm packages and WebDrivers that the commands need.

.PHONY: doctor
doctor: ## Report what is missing on this machine, and how to install it
	@tools/make/doctor.sh

install = $(if $(1),@tools/make/install.sh $(1))

# First among the prerequisites of a goal, so that nothing is compiled before: installs what doctor.sh lists
# for these groups, or fails with the command that does.
need-%:
	$(call install,$(filter-out $(if $(PREBUILT),build),$(subst +, ,$*)))

# No package's own scripts run.
node_modules/.package-lock.json: package.json package-lock.json
	$(call install,node)
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# Those of another folder.
%/node_modules/.package-lock.json: %/package.json %/package-lock.json
	npm --prefix $* ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# Programs of crates.io, compiled once for all checkouts of a machine.
CARGO_BIN := $(or $(CARGO_HOME),$(HOME)/.cargo)/bin

# Firefox's WebDriver; Debian has no package of it.
GECKODRIVER ?= $(CARGO_BIN)/geckodriver
export GECKODRIVER

# Debug builds compile faster, and these have little to do.
$(CARGO_BIN)/%:
	cargo install --locked --debug $*@$($*_VERSION)

cargo-deny_VERSION := 0.20.2
cargo-fuzz_VERSION := 0.13.2
cargo-machete_VERSION := 0.9.2
geckodriver_VERSION := 0.37.1
