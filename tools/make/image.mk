# The container image.

IMAGE ?= marquee

# PREVIOUS is the image of the previous release.
.PHONY: image
image: node_modules/.package-lock.json ## Build a container image; IMAGE=name:tag, PREVIOUS=name:tag
	IMAGE=$(IMAGE) ENGINE=$(ENGINE) PREVIOUS=$(PREVIOUS) COMMIT=$(COMMIT) $(TSX) tools/image/build.ts

.PHONY: test-image
test-image: node_modules/.package-lock.json ## Build the image, and test it confined; CONTAINER_TOOL=docker, buildah or podman
	$(if $(shell docker info > /dev/null 2>&1 && echo found),,$(call install,image))
	ENGINE=$(ENGINE) $(TSX) --test --test-reporter=spec tests/image/*.test.ts

.PHONY: image-pins
image-pins: need-pins ## Pin the base images of deploy/Dockerfile by their current digests
	tools/image/pin-base-images.sh
