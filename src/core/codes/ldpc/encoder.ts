import encoderKernel from "#shaders/codes/ldpc/encoder.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, groupOf, wordsOf } from "../../gpu/rows.ts";
import type { Encoder, EncoderConfig } from "../code.ts";
import { parityChecksOf, startsOf, turnOf } from "./base-graphs.ts";
import { blockTable } from "./block-table.ts";
import type { LdpcCode } from "./code.ts";
import { divideIntoGroups } from "./groups.ts";

/** Most invocations per workgroup. */
const MOST_GROUP = 192;

/**
 * LDPC encoder: codewords of the sent information bits, then the parity bits. Sources: IEEE 802.16e-2005, 8.4.9.2.5; 3GPP TS 38.212, 5.3.2.
 *
 * @throws RangeError when `frames` is not a positive integer.
 */
export async function createLdpcEncoder(
  device: GPUDevice,
  config: EncoderConfig & { code: LdpcCode },
): Promise<Encoder> {
  const label = "ldpc/encoder";
  const { z, information, length, punctured, informationBlocks, layers: count } = config.code;
  const frames = checkedCount(label, "frames", config.frames);
  const { group, groups, ...shape } = divideIntoGroups(z, frames, groupOf(device, MOST_GROUP));
  const memory = allocate(device);
  const code = memory.storage("codewords", frames * wordsOf(length) * 4);
  const sizes = { frames, ...shape, z, information, length, punctured, informationBlocks, count };
  const { core } = parityChecksOf(config.code);
  const starts = startsOf(config.code).flatMap(({ layer, shift }) => [layer, shift, 0, 0]);
  const params = { ...sizes, core, turn: turnOf(config.code), starts, ...blockTable(config.code, 1) };
  const stage = await createStage(device, {
    label,
    wgsl: [encoderKernel],
    constants: { GROUP: group },
    resources: { bits: config.bits, code, params },
    groups,
    memory,
  });
  return { ...stage, code };
}
