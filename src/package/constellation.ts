/**
 * Constellations of Q-QAM and their labels.
 *
 * @module
 */
export {
  type BitsPerSymbol,
  constellation,
  type Labelling,
  mapBits,
  nearestPoint,
} from "../core/constellation/constellation.ts";
