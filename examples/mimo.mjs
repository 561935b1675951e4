// LLRs of two streams of 16-QAM over two antennas, by the multiple trellis traversals and by exhaustive search.
import { constellation, createMimoDetector, mapBits, normals, openGpu, philox } from "threeray";

const [antennas, bitsPerSymbol, uses] = [2, /** @type {const} */ (4), 256];
const noiseVariance = 0.02;
const words = (/** @type {number} */ i, /** @type {number} */ stream) => philox([i, 0, 0, 0], [7, stream]);
const normal = (/** @type {number} */ i, /** @type {number} */ stream) =>
  normals(words(i, stream)[0], words(i, stream)[1]);

// Symbols s of unit energy, channels H of independent Rayleigh gains, y = H·s + w.
const bits = Uint8Array.from({ length: uses * antennas * bitsPerSymbol }, (_, i) => words(i, 0)[0] & 1);
const s = mapBits(bits, constellation(bitsPerSymbol, "38.211"));
const channel = new Float32Array(2 * uses * antennas * antennas);
for (let i = 0; i < channel.length; i += 2)
  channel.set(
    normal(i, 1).map((x) => x * Math.SQRT1_2),
    i,
  );
const received = new Float32Array(2 * uses * antennas);
for (let i = 0; i < received.length / 2; i++) {
  const use = Math.floor(i / antennas);
  let [re, im] = normal(i, 2).map((w) => w * Math.sqrt(noiseVariance / 2));
  for (let m = 0; m < antennas; m++) {
    const [h, t] = [2 * (i * antennas + m), 2 * (use * antennas + m)];
    re += channel[h] * s[t] - channel[h + 1] * s[t + 1];
    im += channel[h] * s[t + 1] + channel[h + 1] * s[t];
  }
  received.set([re, im], 2 * i);
}

const gpu = await openGpu();
console.log(`${bits.length} bits, on ${gpu.adapter.name}`);
for (const name of /** @type {const} */ (["mtt", "max-log"])) {
  const detector = await createMimoDetector(gpu, { detector: name, antennas, bitsPerSymbol, uses });
  const llr = await detector.detect({ received, channel, noiseVariance });
  const wrong = bits.reduce((sum, bit, i) => sum + Number(llr[i] > 0 !== (bit === 1)), 0);
  const mean = llr.reduce((sum, value) => sum + Math.abs(value), 0) / llr.length;
  console.log(`${name}: ${wrong} wrong signs, mean |LLR| ${mean.toFixed(2)}`);
  detector.destroy();
}
gpu.close();
