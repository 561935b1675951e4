import decoderKernel from "#shaders/codes/ldpc/decoder.wgsl?raw";
import { compile, type Kernel } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedChoice, checkedCount, checkedInteger, wordsOf } from "../../gpu/rows.ts";
import type { Stage } from "../../gpu/timing.ts";
import { workgroupSize } from "../../gpu/workgroup-size.ts";
import type { Continuation, Decoder, DecoderConfig } from "../code.ts";
import { parityChecksOf } from "./base-graphs.ts";
import { blockTable, type TableLayer, tableLayers } from "./block-table.ts";
import type { LdpcCode } from "./code.ts";
import { isBound } from "./check-text.ts";
import { decoderText } from "./decoder-text.ts";
import { FACTOR, type LdpcDecoding, MOST_LDPC_ITERATIONS } from "./decoding.ts";
import { LEAST_WORDS } from "./min-sum-text.ts";
import { type FrameGroups, divideIntoGroups, STEP } from "./groups.ts";

export interface LdpcDecoderConfig
  extends
    LdpcDecoding,
    Pick<
      DecoderConfig,
      "frames" | "llr" | "scratch" | "keepsMessages" | "keepsFromBits" | "skipsEnded" | "endsExactly"
    > {
  code: LdpcCode;
  /** True to output the coded bits' LLRs. Default false. */
  posterior?: boolean;
}

interface LdpcDecoder extends Omit<Decoder, "soft" | "codeword"> {
  /** 1 if the decoder stopped because all checks hold, else 0, u32 [frame]. */
  readonly holds: GPUBuffer;
  /** LLRs of the coded bits after the last iteration, f32 [frame][n], if requested. */
  readonly posterior?: GPUBuffer;
}

/** Most invocations per workgroup, of several frames or of one. */
const MOST_GROUP = 160;
const MOST_LANES = 384;
/** Most messages that an invocation has in registers. */
const MOST_REGISTERS = 112;
/** Bytes of storage for a dispatch's beliefs or messages. A workgroup decodes one frame after another if there are more. */
const SCRATCH_BYTES = 2 ** 28;

const keptOf = (layers: readonly TableLayer[]) => layers.reduce((sum, { kept }) => sum + kept, 0);

/** Returns the bytes of a frame's messages, which a decoder keeps in one buffer; some decoders need less. */
export function messageBytes(code: LdpcCode): number {
  return keptOf(tableLayers(code)) * code.z * 4;
}

/**
 * LDPC decoder, in one dispatch from LLRs to bits. A frame that stops early takes no further time. Messages of
 * sum-product are limited to ±115·ln 2 ≈ ±80. Sources: M. M. Mansour and N. R. Shanbhag, High-throughput LDPC decoders,
 * IEEE Trans. VLSI Syst. 11, 2003; J. Chen et al., Reduced-complexity decoding of LDPC codes, IEEE Trans. Commun. 53, 2005.
 *
 * @throws RangeError when `frames`, `algorithm`, `factor`, `iterations`, `stop` or `schedule` is out of range, or the messages of
 *   the frames exceed the device's limits.
 */
export async function createLdpcDecoder(device: GPUDevice, config: LdpcDecoderConfig): Promise<LdpcDecoder> {
  const label = "ldpc/decoder";
  const { algorithm, factor, iterations, stop, schedule } = checked(label, config);
  const frames = checkedCount(label, "frames", config.frames);
  const { code, llr, keepsMessages: keeps = false, skipsEnded: skips = false, keepsFromBits = false } = config;
  if (keeps && keepsFromBits && iterations < 2) {
    throw new RangeError(`${label}: messages kept from bits need at least 2 iterations, got ${iterations}`);
  }
  const { z, length, information, informationBlocks, punctured } = code;
  const whole = tableLayers(code);
  const all = informationBlocks + whole.length;
  const within = divided(device, label, all, z, frames);
  // Where not all beliefs fit in workgroup memory, outer bits have none. Flooding keeps what every bit knows.
  const hasOuter = within.beliefs === "storage" && schedule === "layered";
  const core = hasOuter ? parityChecksOf(code).core : whole.length;
  const [columns, outerColumns] = [informationBlocks + Math.min(core, whole.length), Math.max(0, whole.length - core)];
  const division = hasOuter ? divided(device, label, columns, z, frames) : within;
  const { beliefs, group, places, groups: wanted, ...shape } = division;
  const layers = tableLayers(code, hasOuter);
  const fewEdges = keptOf(whole) <= MOST_REGISTERS && shape.lanes === z;
  // Where not all messages fit in registers, min-sum keeps three numbers per check instead. Other runs may continue from messages.
  const isLeast = !fewEdges && algorithm === "min-sum" && schedule === "layered" && !keeps && !config.endsExactly;
  const kept = isLeast ? "least" : "edges";
  const inRegisters = fewEdges || (isLeast && beliefs === "workgroup" && shape.lanes === z);
  const messages = inRegisters ? "registers" : "storage";
  const words = isLeast ? LEAST_WORDS * layers.length : keptOf(layers);
  const showsOuter = outerColumns > 0 && (stop === "checks" || config.posterior === true);

  const perFrame = words * z * 4;
  const bindable = device.limits.maxStorageBufferBindingSize;
  if (keeps && frames * perFrame > bindable) {
    const fit = Math.floor(bindable / perFrame);
    throw new RangeError(
      `${label}: a device with ${bindable} bytes per buffer keeps the messages of at most ${fit} frames of ${code.name}, got ${frames}`,
    );
  }
  const blocks = [beliefs === "storage" ? columns : 0, messages === "storage" && !keeps ? words : 0, outerColumns];
  const perGroup = 4 * shape.rows * z * Math.max(...blocks);
  const groups = limited(wanted, perGroup, Math.min(bindable, SCRATCH_BYTES));
  const rows = groups[0] * groups[1] * shape.rows;

  const constants = {
    GROUP: group,
    PLACES: places,
    COLUMNS: columns,
    LAYERS: layers.length,
    CORE: layers.length - outerColumns,
    KEPT: words,
  };
  const checks = Math.ceil(z / shape.lanes);
  const wgsl = [
    decoderKernel,
    decoderText({ layers, z, schedule, rows: shape.rows, checks, beliefs, kept, messages, keeps }),
  ];
  const kernelOf = (rule: LdpcDecoding["algorithm"]) => {
    const rules = { MIN_SUM: Number(rule === "min-sum"), KEEPS: Number(keeps) };
    return compile(device, { label, wgsl, constants: { ...constants, ...rules } });
  };
  const kernel = await kernelOf(algorithm);
  const exactKernel = config.endsExactly ? await kernelOf("sum-product") : undefined;
  const memory = allocate(device);
  const { scratch = memory } = config;
  const buffers = {
    decisions: memory.storage("decisions", frames * wordsOf(information) * 4),
    iterations: memory.storage("iterations", frames * 4),
    holds: memory.storage("checks that hold", frames * 4),
    // The kernel's bindings must exist, even if it does not use them.
    posterior: memory.storage("posterior", config.posterior ? frames * length * 4 : 4),
    outer: scratch.storage("beliefs of outer bits", showsOuter ? rows * outerColumns * z * 4 : 4),
    ...(isBound({ messages, keeps })
      ? { messages: scratch.storage("messages", (keeps ? frames : rows) * perFrame) }
      : {}),
    ...(beliefs === "storage" ? { beliefs: scratch.storage("beliefs", rows * columns * z * 4) } : {}),
  };
  const sizes = { frames, ...shape, z, information, length, punctured, informationBlocks };
  const settings = { iterations, factor, stop: Number(stop === "checks"), report: Number(config.posterior === true) };
  const params = { ...sizes, ...settings, ...blockTable(code, z, layers) };
  const bindings: { destroy(): void }[] = [];
  const stageOf = (by: Kernel, rules: object): Stage => {
    const bound = by.bind({ llr, ...buffers, params: { ...params, begun: 0, continues: 0, skips: 0, ...rules } });
    bindings.push(bound);
    return { label, encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites) };
  };
  const later = { continues: Number(keeps), skips: Number(skips) };
  const continuationOf = (by: Kernel): Continuation => {
    if (!keeps || !keepsFromBits) return stageOf(by, later);
    const first = stageOf(by, { ...later, iterations: 1, stop: 0, report: 0 });
    return { ...stageOf(by, { ...later, iterations: iterations - 1, begun: 1 }), first };
  };
  const continued = keeps || skips ? continuationOf(kernel) : undefined;
  const exact = exactKernel && continuationOf(exactKernel);
  return {
    ...stageOf(kernel, {}),
    decisions: buffers.decisions,
    iterations: buffers.iterations,
    holds: buffers.holds,
    posterior: config.posterior ? buffers.posterior : undefined,
    continued,
    exact,
    destroy() {
      for (const binding of bindings) binding.destroy();
      memory.release();
    },
  };
}

/**
 * The division of frames into workgroups, and the memory of the bits' beliefs: workgroup memory if they fit.
 *
 * @param columns Blocks per codeword that have beliefs.
 */
function divided(device: GPUDevice, label: string, columns: number, z: number, frames: number) {
  const { limits } = device;
  const wanted = workgroupSize(device, label, Math.max(MOST_GROUP, roundUp(z)));
  const usual = Math.min(MOST_LANES, wanted, limits.maxComputeInvocationsPerWorkgroup);
  for (let most = usual; most > 0; most -= STEP) {
    const shape = divideIntoGroups(z, frames, most);
    const places = roundUp(shape.rows * z);
    // Besides the beliefs, a workgroup has a counter for each invocation, and a flag.
    const bytes = 4 * (columns * places + shape.group) + 16;
    if (bytes <= limits.maxComputeWorkgroupStorageSize) return { ...shape, places, beliefs: "workgroup" } as const;
    if (shape.rows === 1) break;
  }
  return { ...divideIntoGroups(z, frames, usual), places: STEP, beliefs: "storage" } as const;
}

const roundUp = (count: number) => STEP * Math.ceil(count / STEP);

/** A dispatch with no more workgroups than there is scratch memory for. */
function limited([x, y]: FrameGroups["groups"], bytes: number, most: number): FrameGroups["groups"] {
  const fit = bytes === 0 ? Infinity : Math.max(1, Math.floor(most / bytes));
  return x * y <= fit ? [x, y] : [Math.min(x, fit), Math.max(1, Math.min(y, Math.floor(fit / x)))];
}

function checked(label: string, config: LdpcDecoderConfig): Required<LdpcDecoding> {
  const { algorithm, factor = FACTOR, iterations, stop = "checks", schedule = "layered" } = config;
  checkedChoice(label, "algorithm", algorithm, ["sum-product", "min-sum"]);
  if (!(factor >= 0 && factor <= 1)) throw new RangeError(`${label}: factor must be 0 to 1, got ${factor}`);
  checkedInteger(label, "iterations", iterations, 1, MOST_LDPC_ITERATIONS);
  checkedChoice(label, "stop", stop, ["none", "checks"]);
  checkedChoice(label, "schedule", schedule, ["layered", "flooding"]);
  return { algorithm, factor, iterations, stop, schedule };
}
