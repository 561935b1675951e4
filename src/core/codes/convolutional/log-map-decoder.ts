import logMapKernel from "#shaders/codes/convolutional/log-map-decoder.wgsl?raw";
import logSum from "#shaders/lib/log-sum.wgsl?raw";
import { checkpointsOf } from "../../detection/checkpoints.ts";
import { lengthConstants } from "../../gpu/lengths.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, gridOf, groupOf, wordsOf } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { DecoderConfig } from "../code.ts";
import { delayMask, type GeneratorCode } from "./generators.ts";

export interface LogMapDecoderConfig extends Pick<DecoderConfig, "frames" | "llr" | "codeword"> {
  code: GeneratorCode;
  /** True for {@link LogMapDecoder.posterior}. Default false. */
  posterior?: boolean;
}

export interface LogMapDecoder extends Plan {
  /** Decided information bits, u32 [frame][⌈K/32⌉], LSB first. */
  readonly decisions: GPUBuffer;
  /** log p(1)/p(0) of the information bits, f32 [frame][K], if requested. */
  readonly posterior?: GPUBuffer;
  /** log p(1)/p(0) of the coded bits, f32 [frame][2(K + ν)], if requested; ±10⁶ for a bit that the code fixes. */
  readonly codeword?: GPUBuffer;
}

const [MOST_LANES, SHARED_LANES] = [256, 64];

const statesOf = ({ memory }: GeneratorCode) => 2 ** memory;

/** Returns the bytes of a frame's metrics. */
export const logMapBytes = (code: GeneratorCode): number =>
  checkpointsOf(statesOf(code), code.information + code.memory).bytes;

/**
 * Creates a soft-in soft-out decoder of a convolutional code with a zero tail, by exact log-MAP. It decides each bit by its probability. Source:
 * L. Bahl, J. Cocke, F. Jelinek and J. Raviv, “Optimal decoding of linear codes for minimizing symbol error rate”, IEEE Trans. Information
 * Theory 20 (1974).
 *
 * @throws RangeError when `frames` is not a positive integer.
 */
export async function createLogMapDecoder(device: GPUDevice, config: LogMapDecoderConfig): Promise<LogMapDecoder> {
  const label = "convolutional/log-map-decoder";
  const { code, llr, posterior = false, codeword = false } = config;
  const { information, length, memory: tail, generators } = code;
  const frames = checkedCount(label, "frames", config.frames);
  const states = statesOf(code);
  const lanes = Math.min(groupOf(device, MOST_LANES), states);
  const rows = Math.max(1, Math.floor(SHARED_LANES / lanes));
  const { block, bytes } = checkpointsOf(states, information + tail);
  const memory = allocate(device);
  const decisions = memory.storage("decisions", 4 * wordsOf(information) * frames);
  // The kernel's bindings must exist, even if it does not write them.
  const soft = memory.storage("posterior LLRs", posterior ? 4 * information * frames : 4);
  const coded = memory.storage("LLRs of the coded bits", codeword ? 4 * length * frames : 4);
  // Invocations share the sums over branches.
  const chunks = Math.max(1, Math.min(Math.floor(lanes / 3), Math.round(Math.sqrt(2 * states))));
  const lengths = lengthConstants({ CHUNKS: chunks, STATES: states, LANES: lanes, ROWS: rows, MEMORY: tail });
  const [a, b] = generators.map((generator) => delayMask(generator, tail));
  const stage = await createStage(device, {
    label,
    wgsl: [logMapKernel, logSum, lengths],
    constants: { A: a, B: b, SOFT: Number(posterior), CODEWORD: Number(codeword) },
    resources: {
      llr,
      alphas: memory.storage("metrics", frames * bytes),
      decisions,
      posterior: soft,
      codeword: coded,
      params: { frames, length: information, block },
    },
    groups: gridOf(device, Math.ceil(frames / rows)),
    memory,
  });
  return {
    ...stage,
    decisions,
    posterior: posterior ? soft : undefined,
    codeword: codeword ? coded : undefined,
  };
}
