import segmentFrames from "#shaders/signals/finding/kernels/lib/segment-frames.wgsl?raw";
import { createUniformStruct, type UniformStruct } from "../../../gpu/kernel.ts";

/** The numbers of frames and lines of a segment, which its kernels share. */
export function createSegmentFrames(device: GPUDevice): Promise<UniformStruct> {
  const none = { long: 0, short: 0, longLines: 0, shortLines: 0 };
  return createUniformStruct(device, { label: "signals/finding", wgsl: [segmentFrames] }, "frames", none);
}
