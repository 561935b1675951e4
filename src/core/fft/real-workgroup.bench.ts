import { createRealWorkgroupFft } from "./real-workgroup.ts";
import { realFftCase } from "./real.bench.ts";

export const cases = [2048, 4096].map((length) => realFftCase("fft/real-workgroup", length, createRealWorkgroupFft));
