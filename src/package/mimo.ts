/**
 * MIMO detection on the GPU: LLRs of the bits of spatially multiplexed streams.
 *
 * @module
 */
export {
  type ArrayDetector,
  type ArrayDetectorConfig,
  createArrayDetector as createMimoDetector,
  type ReceivedArrays,
} from "../core/mimo/array-detector.ts";
export { type DetectorName, detectors } from "../core/mimo/registry.ts";
export type { DetectorSizes, Sorting } from "../core/mimo/detector.ts";
