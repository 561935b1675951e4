import { realFftCase } from "./real.bench.ts";
import { createRealWorkgroupFft } from "./real-workgroup.ts";

export const cases = [4096, 8192].map((length) => realFftCase("fft/real-workgroup", length, createRealWorkgroupFft));
