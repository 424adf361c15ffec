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

# Firefox's WebDriver; Debian has no package of it.
GECKODRIVER ?= target/geckodriver/bin/geckodriver
export GECKODRIVER

# A debug build: it compiles faster, and only forwards messages.
target/geckodriver/bin/geckodriver:
	cargo install --locked --debug --root target/geckodriver --version 0.37.1 geckodriver
