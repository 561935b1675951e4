import decoderKernel from "#shaders/codes/turbo/decoder.wgsl?raw";
import logMap from "#shaders/codes/turbo/lib/log-map.wgsl?raw";
import maxLog from "#shaders/codes/turbo/lib/max-log.wgsl?raw";
import preparation from "#shaders/codes/turbo/lib/preparation.wgsl?raw";
import report from "#shaders/codes/turbo/lib/report.wgsl?raw";
import sectionsText from "#shaders/codes/turbo/lib/sections.wgsl?raw";
import trellis from "#shaders/codes/turbo/lib/trellis.wgsl?raw";
import { lengthConstants } from "../../gpu/lengths.ts";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedChoice, checkedCount, checkedInteger, wordsOf } from "../../gpu/rows.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import { workgroupSize } from "../../gpu/workgroup-size.ts";
import type { Decoder, DecoderConfig } from "../code.ts";
import { crcSyndromes, isLinearCrc, type LinearCrcName } from "../crc/crc.ts";
import { MOST_ITERATIONS, MOST_WINDOWS, type TurboDecoding } from "./decoding.ts";
import { frameOf } from "./frame.ts";
import { interleaver } from "./qpp.ts";

export type TurboDecoderConfig = TurboDecoding &
  Pick<DecoderConfig, "frames" | "llr" | "scratch" | "soft" | "codeword" | "keepsMessages" | "skipsEnded">;

/** Stages between two stored α. */
const SPAN = 8;
/** States, as in the kernel, and bytes of their metrics. */
const [STATES, STATES_BYTES] = [8, 32];
/** α and β at an edge, of two decoders, for this iteration and the next. */
const EDGES = 8;
/** Windows from which each is one section: they occupy the device without further ones, whose transfers are work too. */
const MANY_WINDOWS = 8;
/** Fewest stages per section and sections per window, so that transfers are worth their work. */
const [LEAST_STAGES, LEAST_CHAIN] = [8, 4];
/** Sections per frame of a single window: more of them take longer to chain. */
const LEAST_SECTIONS = 64;
/** Largest idle part of a workgroup's invocations before a larger workgroup is chosen. */
const WORTH = 0.1;
/** Most bytes of a buffer for intermediate results: enough to occupy the device. */
const MOST_SCRATCH = 2 ** 28;

/**
 * Turbo decoder of LTE, from LLRs to bits without any work on the host: BCJR in windows whose edges come
 * from the neighbour's previous iteration (next-iteration initialization). A frame that stops early takes no further time.
 * A codeword has d0 d1 d2 per bit, then the tail. Its LLRs of d0 come after the last half-iteration; the LLRs of d1, d2 and the tails
 * after their own decoder's last one. A continued run begins with the extrinsic LLRs and the windows' edges after the last run.
 * Sources: 3GPP TS 36.212, 5.1.3; M. Wu, Rice 2010, ch. 5.
 *
 * @throws RangeError when `length`, `frames`, `windows`, `algorithm`, `scale`, `iterations`, `stop` or `crc` is out of range.
 */
export async function createTurboDecoder(device: GPUDevice, config: TurboDecoderConfig): Promise<Decoder> {
  const label = "turbo/decoder";
  const { length, windows, algorithm, scale, iterations, stop, crc, llr, codeword = false } = checked(label, config);
  const { keepsMessages = false, skipsEnded = false } = config;
  const frames = checkedCount(label, "frames", config.frames);
  const { codedBits } = frameOf(label, length);
  const chain = chainOf(length / windows, windows);
  const sections = chain * windows;
  const stages = length / sections;
  const lanes = chain > 1 ? Math.max(sections, 2 * STATES * windows) : sections;
  const group = groupOn(device, label, lanes);
  const rows = Math.floor(group / lanes);
  const constants = {
    GROUP: group,
    LOG_MAP: Number(algorithm === "log-map"),
    UNIT: algorithm === "log-map" ? Math.LOG2E : 1,
    STOP: { none: 0, sign: 1, crc: 2 }[stop],
    REPORT: config.soft ? { posterior: 1, extrinsic: 2 }[config.soft] : 0,
    CODEWORD: Number(codeword),
    CHAINED: Number(chain > 1),
  };
  const recursions = { "max-log": maxLog, "log-map": logMap }[algorithm];
  const wgsl = [decoderKernel, recursions, trellis, sectionsText, preparation, report, lengthConstants({ SPAN })];
  const kernel = await compile(device, { label, wgsl, constants });

  const transfers = chain > 1 ? STATES * sections : 0;
  const kept = (Math.floor(stages / SPAN) + (stages % SPAN)) * sections + EDGES * (sections + 1) + transfers;
  const frameBytes = { channel: 12 * length, beliefs: (codeword ? 16 : 8) * length, metrics: STATES_BYTES * kept };
  const { maxStorageBufferBindingSize, maxComputeWorkgroupsPerDimension } = device.limits;
  const room = Math.min(maxStorageBufferBindingSize, MOST_SCRATCH);
  const most = Math.floor(room / (rows * Math.max(...Object.values(frameBytes))));
  const groups = Math.min(Math.ceil(frames / rows), most, maxComputeWorkgroupsPerDimension);

  const memory = allocate(device);
  const { scratch = memory } = config;
  const scratchSet = (batch: number) => {
    const storage = (name: keyof typeof frameBytes) =>
      scratch.storage(`${name} of batch ${batch}`, groups * rows * frameBytes[name]);
    return { channel: storage("channel"), beliefs: storage("beliefs"), metrics: storage("metrics") };
  };
  const codewordBytes = codeword ? frames * codedBits * 4 : 0;
  const softBytes = config.soft ? frames * length * 4 : 0;
  // The kernel has one binding for both kinds of LLRs: a device may support eight storage buffers per kernel.
  const llrs = memory.storage("LLRs of the bits", Math.max(16, codewordBytes + softBytes));
  const soft = codeword && config.soft ? memory.storage("LLRs of the information bits", softBytes) : llrs;
  const shared = {
    llr,
    permutation: memory.constant("interleaver", placesOf(length, sections, rows, crc)),
    decisions: memory.storage("decisions", frames * wordsOf(length) * 4),
    iterations: memory.storage("iterations", frames * 4),
    soft: llrs,
  };
  // Intermediate results of many frames may exceed a binding, so frames are decoded in batches that fit. Batches share
  // the memory of intermediate results, unless a later run needs them.
  const firsts = Array.from({ length: Math.ceil(frames / (groups * rows)) }, (_, i) => i * groups * rows);
  const batches = firsts.map((firstFrame, batch) => {
    return { firstFrame, ...shared, ...scratchSet(keepsMessages ? batch : 0) };
  });
  const passesOf = (later: boolean) =>
    batches.map(({ firstFrame, ...buffers }) => {
      const rules = { continued: Number(later && keepsMessages), skips: Number(later && skipsEnded) };
      const params = { firstFrame, frames, rows, sections, stages, chain, iterations, ...rules, scale };
      const bound = kernel.bind({ ...buffers, params });
      const count = Math.min(groups, Math.ceil((frames - firstFrame) / rows));
      const encode: Stage["encode"] = (encoder, timestampWrites) => bound.encode(encoder, count, timestampWrites);
      return { label, encode, destroy: () => bound.destroy() };
    });
  const stageOf = (passes: readonly Stage[]): Stage => {
    const decoding = sequence(label, passes);
    return {
      label,
      encode(encoder, timestampWrites) {
        decoding.encode(encoder, timestampWrites);
        if (soft !== llrs) encoder.copyBufferToBuffer(llrs, codewordBytes, soft, 0, softBytes);
      },
    };
  };
  const first = passesOf(false);
  const later = keepsMessages || skipsEnded ? passesOf(true) : undefined;
  return {
    ...stageOf(first),
    decisions: shared.decisions,
    iterations: shared.iterations,
    soft: config.soft ? soft : undefined,
    codeword: codeword ? llrs : undefined,
    continued: later && stageOf(later),
    destroy() {
      for (const pass of [...first, ...(later ?? [])]) pass.destroy();
      memory.release();
    },
  };
}

function checked<T extends TurboDecoding>(label: string, config: T): T {
  const { length, windows, algorithm, scale, iterations, stop, crc } = config;
  frameOf(label, length);
  if (!Number.isInteger(windows) || windows < 1 || windows > MOST_WINDOWS || length % windows) {
    throw new RangeError(
      `${label}: windows must be a divisor of the length ${length}, 1 to ${MOST_WINDOWS}, got ${windows}`,
    );
  }
  checkedChoice(label, "algorithm", algorithm, ["max-log", "log-map"]);
  if (!(scale >= 0 && scale <= 1)) throw new RangeError(`${label}: scale must be 0 to 1, got ${scale}`);
  checkedInteger(label, "iterations", iterations, 1, MOST_ITERATIONS);
  checkedChoice(label, "stop", stop, ["none", "sign", "crc"]);
  if (stop === "crc" && !isLinearCrc(crc)) {
    throw new RangeError(`${label}: a stop by CRC needs a linear crc, for example "24A", got ${JSON.stringify(crc)}`);
  }
  return config;
}

/** Sections of each window. A window's length alone decides, so that a frame's results do not depend on the batch. */
function chainOf(stages: number, windows: number): number {
  if (windows >= MANY_WINDOWS) return 1;
  // A window needs an invocation for each state of both sides, so more sections leave none idle.
  const sections = Math.max(LEAST_SECTIONS, 2 * STATES * windows);
  const most = Math.min(sections / windows, stages / LEAST_STAGES);
  for (let chain = Math.floor(most); chain >= LEAST_CHAIN; chain--) if (stages % chain === 0) return chain;
  return 1;
}

/**
 * Invocations per workgroup: usually the smallest one, which ends earliest, without many idle invocations.
 *
 * @param lanes Invocations per frame.
 */
function groupOn(device: GPUDevice, label: string, lanes: number): number {
  const most = device.limits.maxComputeInvocationsPerWorkgroup;
  if (lanes > most) {
    throw new RangeError(`${label}: windows must be at most ${most} on this device, one per invocation, got ${lanes}`);
  }
  const sizes = [32, 64, 96, 128, 160, 192].filter((size) => size >= lanes && size <= most);
  const idle = (size: number) => (size % lanes) / size;
  const usual = sizes.reduce((best, size) => (idle(size) < idle(best) - WORTH ? size : best));
  const group = workgroupSize(device, label, usual);
  return group < lanes ? usual : group;
}

/** [stage][section] → the bit's place after Π in the rows of a workgroup's first frame, and its CRC syndrome. */
function placesOf(length: number, sections: number, rows: number, crc?: LinearCrcName): Uint32Array<ArrayBuffer> {
  const stages = length / sections;
  const syndromes = crc && crcSyndromes(length, crc);
  const table = new Uint32Array(syndromes ? 2 * length : length);
  for (const [i, bit] of interleaver(length).entries()) {
    const at = (i % stages) * sections + Math.floor(i / stages);
    table[at] = (bit % stages) * rows * sections + Math.floor(bit / stages);
    if (syndromes) table[length + at] = syndromes[bit];
  }
  return table;
}
