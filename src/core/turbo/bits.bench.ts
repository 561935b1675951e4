import type { BenchCase } from "../gpu/bench.ts";
import { createTurboBits } from "./bits.ts";

const [length, frames] = [6144, 1536];

export const cases: BenchCase[] = (["none", "24A"] as const).map((crc) => ({
  name: `turbo/bits ${frames} × ${length}, CRC ${crc}`,
  bytes: (frames * length) / 8,
  create: (device) => createTurboBits(device, { length, frames, seed: 1, crc }),
}));
