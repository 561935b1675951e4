// FFT of a file: finds the strongest frequency of a recording.
// node fft.mjs FILE.wav (or .sigmf, .npy, .cf32, …)
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { createFft, fromBlob, openGpu, openRecording, windowValues } from "threeray";

const [path] = process.argv.slice(2);
if (!path) throw new Error("Name a recording: node fft.mjs FILE.wav");
const [recording] = await openRecording([fromBlob(basename(path), await openAsBlob(path))]);
const length = Math.min(2 ** 16, recording.samples);
const rate = recording.sampleRate ?? 1;

// A window makes the lines narrow: without it, each line leaks into all bins.
const samples = await recording.read(0, length);
const window = windowValues("hann", length, true);
const x = samples.map((value, i) => value * window[i >> 1]);

const gpu = await openGpu();
const fft = await createFft(gpu, { length });
const bins = await fft.transform(x);

let strongest = 0;
const power = (/** @type {number} */ k) => bins[2 * k] ** 2 + bins[2 * k + 1] ** 2;
for (let k = 1; k < length; k++) if (power(k) > power(strongest)) strongest = k;
const bin = strongest < length / 2 ? strongest : strongest - length;

console.log(`${recording.title}: ${recording.samples} samples at ${rate} Hz, on ${gpu.adapter.name}`);
console.log(`Strongest: bin ${bin} of ${length}, ${(bin * rate) / length} Hz`);
fft.destroy();
gpu.close();
