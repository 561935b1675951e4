import segmentFrames from "#shaders/signals/finding/kernels/lib/segment-frames.wgsl?raw";
import { createUniformStruct, type UniformStruct } from "../../../gpu/kernel.ts";

/** The numbers of frames of a segment, which its kernels share. */
export const createSegmentFrames = (device: GPUDevice): Promise<UniformStruct> =>
  createUniformStruct(device, { label: "signals/finding", wgsl: [segmentFrames] }, "frames", { long: 0, short: 0 });
