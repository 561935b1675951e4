import complex from "#shaders/lib/complex.wgsl?raw";
import qrKernel from "#shaders/mimo/qr.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import type { Stage } from "../gpu/timing.ts";
import { checkedAntennas, checkedReceiveAntennas, checkedUses, type DetectorConfig, groupsOf } from "./detector.ts";

export type QrConfig = Pick<DetectorConfig, "antennas" | "receiveAntennas" | "uses" | "channel" | "received">;

export interface Qr extends Stage {
  /** R, upper triangular with a diagonal ≥ 0, vec2f [use][M][M]; zeros below. */
  readonly factor: GPUBuffer;
  /** z = Qᴴy, vec2f [use][M]. */
  readonly rotated: GPUBuffer;
  destroy(): void;
}

const GROUP = 64;

/**
 * Complex QR decompositions H = QR of a batch, and Qᴴy. With Q of orthonormal columns, z = Rs + w' has the statistics of
 * y = Hs + w: detection of M streams with N > M antennas continues with R as H and z as y.
 *
 * @throws RangeError when `antennas`, `receiveAntennas` or `uses` is out of range.
 */
export async function createQr(device: GPUDevice, config: QrConfig): Promise<Qr> {
  const label = "mimo/qr";
  const { channel, received } = config;
  const antennas = checkedAntennas(label, config.antennas);
  const receiveAntennas = checkedReceiveAntennas(label, antennas, config.receiveAntennas);
  const uses = checkedUses(label, config.uses);
  const constants = { GROUP, ANTENNAS: antennas, RECEIVERS: receiveAntennas };
  const kernel = await compile(device, { label, wgsl: [qrKernel, complex], constants });
  const memory = allocate(device);
  const factor = memory.storage("triangular factors", uses * antennas ** 2 * 8);
  const rotated = memory.storage("rotated uses", uses * antennas * 8);
  const bound = kernel.bind({ channel, received, factor, rotated, params: { uses } });
  const groups = groupsOf(Math.ceil(uses / Math.floor(GROUP / antennas)));
  return {
    label,
    factor,
    rotated,
    encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
