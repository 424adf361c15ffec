/**
 * Builds a container image; `make image`.
 *
 *     IMAGE=registry.example/marquee:1.2.3 node tools/image/build.mjs
 *
 * Reads ENGINE, PREVIOUS, COMMIT, SOURCE (the URL of the repository, for a label), SOURCE_DATE_EPOCH,
 * RUSTY_V8_ARCHIVE, CONTAINER_TOOL and BUILD_FLAGS from the environment.
 */
import { buildImage } from './build-image.mjs';
import { containerTool } from './container-tool.mjs';

const { IMAGE: tag = 'marquee', ENGINE: engine, PREVIOUS: previous } = process.env;
try {
  buildImage(containerTool(), { tag, ...(engine && { engine }), ...(previous && { previous }) });
} catch (error) {
  // The tool has reported what failed.
  process.exitCode = error.status ?? 1;
}
