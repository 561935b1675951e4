// Bit error rate of LTE's Turbo code with K = 1024 over a noisy channel, with its 95 % confidence interval.
// node ber.mjs [EBN0_DB] [CODEWORDS]
import {
  clusterInterval,
  confidenceInterval,
  createTurboDecoder,
  createTurboEncoder,
  normals,
  openGpu,
  philox,
} from "threeray";

const [ebn0Db = 0.5, codewords = 64] = process.argv.slice(2).map(Number);
const length = 1024;
const gpu = await openGpu();
const encoder = await createTurboEncoder(gpu, { length, frames: codewords });
const decoder = await createTurboDecoder(gpu, { length, frames: codewords, iterations: 6 });

// Random numbers by their place: the same on every machine.
const words = (/** @type {number} */ i, /** @type {number} */ stream) => philox([i, 0, 0, 0], [1, stream]);
const bits = Uint8Array.from({ length: codewords * length }, (_, i) => words(i >> 2, 0)[i % 4] & 1);
const code = await encoder.encode(bits);

// Bits are sent as ±1; the noise has variance σ² = 1/(2·R·Eb/N0), and an LLR is 2·y/σ².
const rate = length / encoder.length;
const variance = 1 / (2 * rate * 10 ** (ebn0Db / 10));
const received = Float32Array.from(code, (bit, i) => {
  const [a, b] = words(i, 1);
  return 2 * bit - 1 + Math.sqrt(variance) * normals(a, b)[0];
});
const decoded = await decoder.decode(received.map((y) => (2 * y) / variance));

const channelErrors = received.reduce((sum, y, i) => sum + Number(y > 0 !== code[i] > 0), 0);
// Bit errors come in wrong codewords, so the interval counts codewords and not bits.
const perCodeword = Array.from({ length: codewords }, (_, f) =>
  bits
    .subarray(f * length, (f + 1) * length)
    .reduce((sum, bit, k) => sum + Number(bit !== decoded.bits[f * length + k]), 0),
);
const errors = perCodeword.reduce((sum, count) => sum + count, 0);
const interval = clusterInterval({
  units: codewords,
  errored: perCodeword.filter((count) => count > 0).length,
  trials: bits.length,
  errors,
  squares: perCodeword.reduce((sum, count) => sum + count * count, 0),
});
const results = {
  adapter: gpu.adapter.name,
  ebn0Db,
  codewords,
  channel: { ber: channelErrors / code.length, ci95: confidenceInterval(channelErrors, code.length) },
  decoded: { ber: errors / bits.length, ci95: interval },
};
console.log(JSON.stringify(results, null, 2));
encoder.destroy();
decoder.destroy();
gpu.close();
