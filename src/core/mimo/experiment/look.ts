import { createFrameErrors } from "../../detection/frame-errors.ts";
import { compileAhead } from "../../gpu/compile-ahead.ts";
import type { Gpu } from "../../gpu/device.ts";
import { readBack } from "../../gpu/readback.ts";
import { createTimeSlice } from "../../thread/time-slice.ts";
import { afterUrgent } from "../../thread/urgent.ts";
import { createDecoder } from "../../codes/factories.ts";
import { equalizeLinear } from "../linear.float64.ts";
import { createMimoChain, type MimoChain, mostFrames } from "./chain.ts";
import { type DetectorLlrs, detectorLlrs } from "./detector-llrs.ts";
import { sentBitsOf } from "./sent-bits.ts";
import { decodingOf, mimoFrame, type MimoExperiment, mimoNoiseVariance, sizesOf } from "./experiment.ts";

/** The data that a lab shows of some frames at one SNR. */
export interface MimoLook {
  snrDb: number;
  /** Number of channel uses of the points. */
  uses: number;
  /** Received points of each antenna, and unbiased MMSE estimates of each stream; complex pairs. */
  received: Float32Array<ArrayBuffer>[];
  equalized: Float32Array<ArrayBuffer>[];
  /** The LLRs of each detector without priors. */
  llrs: DetectorLlrs[];
  /** Error rates of the information bits for each detector after 1, 2, … iterations of the decoder; absent without a code. */
  convergence?: { iteration: number; ber: number; fer: number }[][];
}

/** Most channel uses to draw. */
const MOST_POINTS = 1024;
/** Most bits whose LLRs count. */
const MOST_BITS = 2 ** 18;
/** Frames to compute: enough for a rate of 1 %. */
const FRAMES = 256;
/** On a software adapter the number of coded bits limits the time. */
const SOFTWARE_BITS = 16 * 2304;

export async function look(gpu: Gpu, config: MimoExperiment, snrDb: number): Promise<MimoLook> {
  const { device, adapter } = gpu;
  const { coded, codewords } = mimoFrame(config);
  const wanted = adapter.software ? Math.ceil(SOFTWARE_BITS / (codewords * coded)) : FRAMES;
  const frames = Math.min(wanted, FRAMES, mostFrames(device, config), config.frames);
  // The first outer iteration, where detectors have no priors.
  const create = (device: GPUDevice) => createMimoChain(device, { ...config, outer: "1" }, frames);
  await compileAhead(device, create);
  const chain = await create(device);
  try {
    // The device would take up the vector's results only after all of this work.
    await afterUrgent();
    chain.setPage({ firstFrame: 0, snrDb });
    const counted = chain.run();
    // The decoders work while the CPU evaluates the LLRs.
    const [decoded] = await Promise.all([
      Promise.all(chain.llrs.map((llr) => decodeAgain(gpu, config, chain, llr))),
      counted,
    ]);
    const { antennas, receiveAntennas, bitsPerSymbol } = sizesOf(config);
    const { uses: usesPerFrame, sent: perFrame, code } = mimoFrame(config);
    const uses = Math.min(MOST_POINTS, chain.uses);
    const words = Math.ceil(perFrame / 32);
    const perUse = antennas * bitsPerSymbol;
    const judged = Math.min(chain.uses, Math.floor(MOST_BITS / perUse));
    const [h, y, bits, ...read] = await readBack(device, [
      { buffer: chain.channel, size: 8 * uses * receiveAntennas * antennas },
      { buffer: chain.received, size: 8 * uses * receiveAntennas },
      { buffer: chain.sent, size: 4 * words * Math.ceil(judged / usesPerFrame) },
      ...chain.detectors.map(({ llr }) => ({ buffer: llr, size: 4 * judged * perUse })),
    ]);
    const [channel, received, sent] = [new Float32Array(h), new Float32Array(y), new Uint32Array(bits)];
    const llrs = read.map((bytes, d) => ({ detector: config.detectors[d], llr: new Float32Array(bytes) }));
    const slice = createTimeSlice();
    const noise = mimoNoiseVariance(config, snrDb);
    const estimates = Float32Array.from({ length: 2 * uses * antennas });
    // Other questions may be answered meanwhile: the next received vector, say.
    for (let use = 0; use < uses; use++) {
      if (slice.due()) await slice.pass();
      const [matrix, vector] = [2 * receiveAntennas * antennas, 2 * receiveAntennas];
      const own = channel.subarray(use * matrix, (use + 1) * matrix);
      const { estimate } = equalizeLinear(own, received.subarray(use * vector, (use + 1) * vector), noise, "mmse");
      estimates.set(estimate, use * 2 * antennas);
    }
    const bitAt = sentBitsOf(sent, perFrame);
    const judgedBits = new Uint8Array(judged * perUse);
    for (let place = 0; place < judgedBits.length; place++) judgedBits[place] = bitAt(place);
    const bitOf = (place: number) => judgedBits[place];
    const judgedLlrs: DetectorLlrs[] = [];
    for (const { detector, llr } of llrs) {
      if (slice.due()) await slice.pass();
      judgedLlrs.push(detectorLlrs(config, { detector, outer: 1 }, llr, bitOf));
    }
    return {
      snrDb,
      uses,
      received: byAntenna(received, receiveAntennas),
      equalized: byAntenna(estimates, antennas),
      llrs: judgedLlrs,
      convergence: code && (await Promise.all(decoded.map((one) => converge(config, frames, one)))),
    };
  } finally {
    chain.destroy();
  }
}

/** Complex numbers [use][antenna] by antenna. */
function byAntenna(values: Float32Array, antennas: number): Float32Array<ArrayBuffer>[] {
  const uses = values.length / 2 / antennas;
  return Array.from({ length: antennas }, (_, antenna) => {
    const own = new Float32Array(2 * uses);
    for (let i = 0; i < own.length; i++) own[i] = values[2 * ((i >> 1) * antennas + antenna) + (i % 2)];
    return own;
  });
}

/** Iterations to evaluate: every one at first, then fewer. */
function iterationsTo(most: number): number[] {
  const all = Array.from({ length: most }, (_, i) => i + 1);
  return all.filter((n) => n <= 6 || n === most || (n <= 16 ? n % 2 === 0 : n % 5 === 0));
}

interface Decoded {
  iteration: number;
  /** Wrong information bits and wrong codewords. */
  totals: Promise<ArrayBuffer[]>;
}

/** Submits the decoding of the same LLRs with 1, 2, … iterations. */
async function decodeAgain({ device }: Gpu, config: MimoExperiment, chain: MimoChain, llr: GPUBuffer) {
  const { code, information: length, codewords } = mimoFrame(config);
  const decoded: Decoded[] = [];
  if (!code) return decoded;
  const frames = chain.frames * codewords;
  for (const iteration of iterationsTo(decodingOf(config).iterations)) {
    const decoding = { ...decodingOf(config), iterations: iteration };
    const decoder = await createDecoder(device, { code, frames, llr, decoding });
    const { decisions } = decoder;
    const counter = await createFrameErrors(device, { length, frames, bits: chain.bits, decisions });
    const encoder = device.createCommandEncoder({ label: `${iteration} iterations` });
    decoder.encode(encoder);
    counter.encode(encoder);
    const totals = readBack(device, [{ buffer: counter.totals, size: 8 }], encoder);
    // Where a later decoder fails, nothing waits for them.
    totals.catch(() => {});
    decoded.push({ iteration, totals });
    // The work is submitted, so the next decoder may use the same memory.
    decoder.destroy();
    counter.destroy();
  }
  return decoded;
}

/** Error rates of frames after 1, 2, … iterations. */
function converge(config: MimoExperiment, frames: number, decoded: readonly Decoded[]) {
  const { information, codewords } = mimoFrame(config);
  return Promise.all(
    decoded.map(async ({ iteration, totals }) => {
      const [errors, wrong] = new Uint32Array((await totals)[0]);
      return { iteration, ber: errors / (frames * codewords * information), fer: wrong / (frames * codewords) };
    }),
  );
}
