# The container image.

IMAGE ?= marquee
CONTAINER_TOOL ?= docker

IMAGE_ARGS = ENGINE=$(ENGINE) COMMIT=$(COMMIT) SOURCE_DATE_EPOCH=$(SOURCE_DATE) \
  CONTENT_DATES=$(shell $(TSX) tools/build/content-dates.ts)
IMAGE_LABELS = version=$(VERSION) revision=$(shell git rev-parse HEAD 2> /dev/null) $(addprefix source=,$(SOURCE)) \
  created=$(shell node --print 'new Date($(SOURCE_DATE) * 1000).toISOString()')
# BuildKit takes the date from the argument. Podman caches no layers by default.
IMAGE_FLAGS = $(if $(findstring podman,$(CONTAINER_TOOL)),--layers --timestamp $(SOURCE_DATE))
# A file is mounted with its folder.
ifneq ($(and $(filter v8,$(ENGINE)),$(wildcard $(RUSTY_V8_ARCHIVE))),)
  IMAGE_ARGS += RUSTY_V8_ARCHIVE=/v8/$(notdir $(RUSTY_V8_ARCHIVE))
  IMAGE_FLAGS += --build-context v8=$(dir $(RUSTY_V8_ARCHIVE))
endif

# With BINARY, the last stage alone, of a package that is made here.
ASSEMBLED := target/image
ifneq ($(PREBUILT),)
  IMAGE_FLAGS += --build-context assembled=$(ASSEMBLED)
endif

# Podman's isolation needs neither a runtime nor namespaces here, and so works in containers.
.PHONY: image
image: $(if $(PREBUILT),dist) node_modules/.package-lock.json ## Build a container image; IMAGE=name:tag, CONTAINER_TOOL=podman
	$(if $(PREBUILT),@rm -rf $(ASSEMBLED) && mkdir -p $(ASSEMBLED)/assembled && cp --recursive $(PACKAGE) $(ASSEMBLED)/assembled)
	DOCKER_BUILDKIT=1 BUILDAH_ISOLATION=$${BUILDAH_ISOLATION:-chroot} $(CONTAINER_TOOL) build \
	  --file deploy/Dockerfile --tag $(IMAGE) $(addprefix --build-arg ,$(IMAGE_ARGS)) \
	  $(addprefix --label org.opencontainers.image.,$(IMAGE_LABELS)) $(IMAGE_FLAGS) $(BUILD_FLAGS) .

.PHONY: test-image
test-image: node_modules/.package-lock.json $(KUSTOMIZE) ## Build the image, and test it confined; CONTAINER_TOOL=podman, BINARY=path
	$(if $(shell docker info > /dev/null 2>&1 && echo found),,$(call install,image))
	ENGINE=$(ENGINE) KUSTOMIZE=$(KUSTOMIZE) PREBUILT=$(if $(PREBUILT),$(BINARY)) $(TSX) --test --test-reporter=spec tests/image/*.test.ts

.PHONY: image-pins
image-pins: need-pins ## Pin the base images of deploy/Dockerfile by their current digests
	tools/release/pin-base-images.sh
