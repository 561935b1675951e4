// Designs a low-pass filter by its mask, and runs it on the GPU.
import { designFir, filterFir, openGpu } from "threeray";

const rate = 48_000;
const taps = designFir({ type: "remez", rate, pass: 4000, stop: 6000, ripple: 0.1, attenuation: 60 });

// A tone that passes, and one that the filter stops.
const count = 8192;
const tone = (/** @type {number} */ hz) =>
  Float32Array.from({ length: count }, (_, n) => Math.sin((2 * Math.PI * hz * n) / rate));
const gpu = await openGpu();
const passed = await filterFir(gpu, { taps }, tone(1000));
const stopped = await filterFir(gpu, { taps }, tone(9000));

// The first samples are the filter's transient.
const levelDb = (/** @type {Float32Array} */ y) => {
  const steady = y.subarray(taps.length);
  return 10 * Math.log10((2 * steady.reduce((sum, value) => sum + value * value, 0)) / steady.length);
};
console.log(`${taps.length} taps, on ${gpu.adapter.name}`);
console.log(`1 kHz: ${levelDb(passed).toFixed(2)} dB`);
console.log(`9 kHz: ${levelDb(stopped).toFixed(2)} dB`);
gpu.close();
