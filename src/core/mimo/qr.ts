import complex from "#shaders/lib/complex.wgsl?raw";
import qrKernel from "#shaders/mimo/qr.wgsl?raw";
import { owning } from "../gpu/owning.ts";
import { type Plan, sequence } from "../gpu/timing.ts";
import { checkedAntennas, checkedReceiveAntennas, checkedUses, type DetectorConfig, dispatchSize } from "./detector.ts";
import { createRotation } from "./rotation.ts";

export type QrConfig = Pick<
  DetectorConfig,
  "antennas" | "receiveAntennas" | "uses" | "channel" | "received" | "usesPerChannel"
>;

export interface Qr extends Plan {
  /** R, upper triangular with a diagonal ≥ 0, vec2f [use][M][M]; zeros below. */
  readonly factor: GPUBuffer;
  /** z = Qᴴy, vec2f [use][M]. */
  readonly rotated: GPUBuffer;
}

const GROUP = 64;

/**
 * Complex QR decompositions H = QR of a batch, and Qᴴy. With Q of orthonormal columns, z = Rs + w' has the statistics of
 * y = Hs + w: detection of M streams with N > M antennas continues with R as H and z as y. Uses that share H share its
 * decomposition, and their results are the same as without sharing.
 *
 * @throws RangeError when `antennas`, `receiveAntennas`, `uses` or `usesPerChannel` is out of range.
 */
export async function createQr(device: GPUDevice, config: QrConfig): Promise<Qr> {
  const label = "mimo/qr";
  const { channel, received, usesPerChannel = 1 } = config;
  const antennas = checkedAntennas(label, config.antennas);
  const receiveAntennas = checkedReceiveAntennas(label, antennas, config.receiveAntennas);
  const uses = checkedUses(label, config.uses);
  if (!Number.isInteger(usesPerChannel) || usesPerChannel < 1 || uses % usesPerChannel) {
    throw new RangeError(`${label}: usesPerChannel must be a divisor of the ${uses} uses, got ${usesPerChannel}`);
  }
  const constants = { GROUP, ANTENNAS: antennas, RECEIVERS: receiveAntennas, USES: usesPerChannel };
  const channels = uses / usesPerChannel;
  // z of each use, or Q of each channel that several uses share.
  const perChannel = usesPerChannel === 1 ? antennas : receiveAntennas * antennas;
  return owning(device, async ({ memory, stage, keep }) => {
    const factor = memory.storage("triangular factors", channels * antennas ** 2 * 8);
    const rotated = memory.storage("rotated uses", channels * perChannel * 8);
    const decomposition = await stage({
      label,
      wgsl: [qrKernel, complex],
      constants,
      resources: { channel, received, factor, rotated, params: { channels } },
      groups: dispatchSize(Math.ceil(channels / Math.floor(GROUP / antennas))),
    });
    if (usesPerChannel === 1) return { ...decomposition, factor, rotated };
    const sizes = { antennas, receiveAntennas, uses, usesPerChannel };
    const decomposed = { directions: rotated, decomposed: factor, received };
    const rotation = await keep(createRotation(device, { ...sizes, ...decomposed }));
    return { ...rotation, ...sequence(label, [decomposition, rotation]) };
  });
}
