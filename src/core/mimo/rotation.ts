import complex from "#shaders/lib/complex.wgsl?raw";
import rotationKernel from "#shaders/mimo/rotation.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import type { Plan } from "../gpu/timing.ts";
import { dispatchSize } from "./detector.ts";
import type { QrConfig } from "./qr.ts";

export interface RotationConfig extends Required<Omit<QrConfig, "channel">> {
  /** Q, vec2f [channel][N][M], and R, vec2f [channel][M][M]. */
  directions: GPUBuffer;
  decomposed: GPUBuffer;
}

export interface Rotation extends Plan {
  /** R, vec2f [use][M][M]. */
  readonly factor: GPUBuffer;
  /** z = Qᴴy, vec2f [use][M]. */
  readonly rotated: GPUBuffer;
}

const GROUP = 64;

/** Rotates received vectors by the QR decompositions of channels that several uses share. `createQr` checks the sizes. */
export async function createRotation(device: GPUDevice, config: RotationConfig): Promise<Rotation> {
  const label = "mimo/rotation";
  const { antennas, receiveAntennas, uses, usesPerChannel, ...inputs } = config;
  const constants = { GROUP, ANTENNAS: antennas, RECEIVERS: receiveAntennas, USES: usesPerChannel };
  const memory = allocate(device);
  const factor = memory.storage("triangular factors", uses * antennas ** 2 * 8);
  const rotated = memory.storage("rotated uses", uses * antennas * 8);
  const { directions, decomposed, received } = inputs;
  const groups = dispatchSize(Math.ceil(uses / GROUP));
  const stage = await createStage(device, {
    label,
    wgsl: [rotationKernel, complex],
    constants,
    resources: { directions, decomposed, received, factor, rotated, params: { uses } },
    groups,
    memory,
  });
  return { ...stage, factor, rotated };
}
