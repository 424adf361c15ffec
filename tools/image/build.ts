/**
 * Builds a container image; `make image`.
 *
 *     IMAGE=registry.example/marquee:1.2.3 node --import tsx tools/image/build.ts
 *
 * Reads ENGINE, PREVIOUS, COMMIT, SOURCE (the URL of the repository, for a label), SOURCE_DATE_EPOCH,
 * RUSTY_V8_ARCHIVE, CONTAINER_TOOL and BUILD_FLAGS from the environment.
 */
import { buildImage } from './build-image.ts';
import { containerTool } from './container-tool.ts';

const { IMAGE: tag = 'marquee', ENGINE: engine, PREVIOUS: previous } = process.env;
try {
  buildImage(containerTool(), { tag, ...(engine && { engine }), ...(previous && { previous }) });
} catch (error) {
  // A command that failed has reported why.
  if (!(error instanceof Error && 'status' in error)) throw error;
  process.exitCode = Number(error.status) || 1;
}
