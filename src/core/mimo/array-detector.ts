import { createArrayPlan, floatsOf } from "../gpu/array-plan.ts";
import type { Gpu } from "../gpu/device.ts";
import { checkKnownOptions } from "../gpu/known-options.ts";
import { checkedChoice, checkedCount } from "../gpu/rows.ts";
import {
  checkedAntennas,
  checkedReceiveAntennas,
  checkedUses,
  type DetectorConfig,
  type DetectorSizes,
} from "./detector.ts";
import { createDetector } from "./factories.ts";
import { type DetectorName, detectors } from "./registry.ts";

/** Sizes and settings of a MIMO detector of arrays. */
export interface ArrayDetectorConfig
  extends Omit<DetectorSizes, "uses">, Pick<DetectorConfig, "clip" | "usesPerChannel"> {
  /** "zf", "mmse", "mmse-pic", "kbest", "one-pass", "mtt" (multiple trellis traversals) or "max-log" (exhaustive). */
  detector: DetectorName;
  /** Channel uses that are detected together. Default 1. */
  uses?: number;
  /** Whether the detector takes prior LLRs: "mmse-pic", "mtt" and others do. Default false. */
  priors?: boolean;
}

const OPTIONS = {
  detector: true,
  antennas: true,
  receiveAntennas: true,
  bitsPerSymbol: true,
  candidates: true,
  orders: true,
  sorting: true,
  clip: true,
  usesPerChannel: true,
  uses: true,
  priors: true,
} as const;

/** Received vectors y = H·s + w, complex numbers as pairs (re, im). */
export interface ReceivedArrays {
  /** y, [use][N]. */
  received: ArrayLike<number>;
  /** H, [use][N][M]: row r is receive antenna r, column m stream m. One for `usesPerChannel` uses. */
  channel: ArrayLike<number>;
  /** N0, the variance of the complex noise at each receive antenna: 1e-9 to 1e9. */
  noiseVariance: number;
  /** Prior log p(1)/p(0) of the bits, [use][stream][bit], where `priors` is set. Default 0. */
  prior?: ArrayLike<number>;
}

/** A detector of arrays. */
export interface ArrayDetector {
  /**
   * Detects the bits of all uses on the GPU. Symbols have unit mean energy and the labels of 3GPP TS 38.211.
   *
   * @returns Extrinsic log p(1)/p(0), [use][stream][bit], the most significant bit first.
   * @throws RangeError for another number of values, for a noise variance out of range, or for priors of a detector that was
   *   created without them; DeviceLostError.
   */
  detect(arrays: ReceivedArrays): Promise<Float32Array<ArrayBuffer>>;
  /** Gives the device's memory back. */
  destroy(): void;
}

/**
 * Creates a MIMO detector on the GPU.
 *
 * @throws RangeError when the detector does not support the sizes, with the reason.
 *
 * @example
 * ```ts
 * import { openGpu } from "threeray/gpu";
 * import { createMimoDetector } from "threeray/mimo";
 *
 * // Two streams of 4-QAM over two antennas that do not disturb each other.
 * const gpu = await openGpu();
 * const detector = await createMimoDetector(gpu, { detector: "mmse", antennas: 2, bitsPerSymbol: 2 });
 * const llr = await detector.detect({
 *   channel: [1, 0, 0, 0, 0, 0, 1, 0],
 *   received: [0.7, 0.7, -0.7, 0.7],
 *   noiseVariance: 0.1,
 * });
 * console.log(Array.from(llr, (value) => (value > 0 ? 1 : 0))); // [ 0, 0, 1, 0 ]
 * detector.destroy();
 * gpu.close();
 * ```
 */
export async function createArrayDetector(gpu: Gpu, config: ArrayDetectorConfig): Promise<ArrayDetector> {
  checkKnownOptions("mimo: options", config, OPTIONS);
  const { detector: name, uses = 1, usesPerChannel = 1, priors = false, clip, ...method } = config;
  const label = `mimo/${name}`;
  checkedChoice("mimo", "detector", name, Object.keys(detectors) as DetectorName[]);
  const antennas = checkedAntennas(label, method.antennas);
  const receiveAntennas = checkedReceiveAntennas(label, antennas, method.receiveAntennas);
  checkedUses(label, uses);
  if (uses % checkedCount(label, "usesPerChannel", usesPerChannel)) {
    throw new RangeError(`${label}: usesPerChannel must divide the ${uses} uses, got ${usesPerChannel}`);
  }
  const sizes = { ...method, uses };
  const refusal = detectors[name].refusal(sizes);
  if (refusal) throw new RangeError(`${name} does not support these sizes: ${refusal}`);
  const counts = {
    received: 2 * uses * receiveAntennas,
    channel: (2 * uses * receiveAntennas * antennas) / usesPerChannel,
    llr: uses * antennas * method.bitsPerSymbol,
  };
  if (priors && !detectors[name].priors) throw new RangeError(`mimo: ${name} takes no priors`);
  let setNoiseVariance: (noiseVariance: number) => void;
  const inputs = { received: 4 * counts.received, channel: 4 * counts.channel };
  const { run, destroy } = await createArrayPlan(
    gpu,
    priors ? { ...inputs, prior: 4 * counts.llr } : inputs,
    async (buffers: Readonly<Record<string, GPUBuffer>>) => {
      const { received, channel, prior } = buffers;
      const plan = await createDetector[name](gpu.device, { ...sizes, usesPerChannel, clip, received, channel, prior });
      ({ setNoiseVariance } = plan);
      return { plan, outputs: [{ buffer: plan.llr, size: 4 * counts.llr }] };
    },
  );
  let set: number | undefined;
  return {
    async detect({ received, channel, noiseVariance, prior }) {
      if (prior && !priors) throw new RangeError(`${label}: priors came, but the detector was created without them`);
      const arrays = {
        received: floatsOf(`${label}: received [use][N]`, received, counts.received),
        channel: floatsOf(`${label}: channel [use][N][M]`, channel, counts.channel),
        ...(priors && {
          prior: prior
            ? floatsOf(`${label}: prior [use][stream][bit]`, prior, counts.llr)
            : new Float32Array(counts.llr),
        }),
      };
      // Every write takes time.
      if (noiseVariance !== set) setNoiseVariance(noiseVariance);
      set = noiseVariance;
      const [llr] = await run(arrays);
      return new Float32Array(llr);
    },
    destroy,
  };
}
