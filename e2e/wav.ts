import { expect } from "@playwright/test";

/** What a WAV file holds. */
export interface Wav {
  format: number;
  channels: number;
  rate: number;
  bits: number;
  samples: number[];
}

/** Reads a WAV file chunk by chunk. */
export function parseWav(file: Buffer): Wav {
  expect(file.toString("latin1", 0, 4) + file.toString("latin1", 8, 12)).toBe("RIFFWAVE");
  const wav: Wav = { format: 0, channels: 0, rate: 0, bits: 0, samples: [] };
  for (let at = 12; at + 8 <= file.length;) {
    const [name, size] = [file.toString("latin1", at, at + 4), file.readUInt32LE(at + 4)];
    const body = file.subarray(at + 8, at + 8 + size);
    if (name === "fmt ") {
      wav.format = body.readUInt16LE(0);
      wav.channels = body.readUInt16LE(2);
      wav.rate = body.readUInt32LE(4);
      wav.bits = body.readUInt16LE(14);
    } else if (name === "data") {
      const bytes = wav.bits / 8;
      wav.samples = Array.from({ length: size / bytes }, (_, i) =>
        wav.format === 3 ? body.readFloatLE(bytes * i) : body.readInt16LE(bytes * i) / 32_768,
      );
    }
    at += 8 + size + (size % 2);
  }
  return wav;
}

/** Returns the amplitude of a tone in every `stride`-th sample. */
export function amplitudeAt(samples: readonly number[], cycles: number, first = 0, stride = 1): number {
  const count = Math.floor(samples.length / stride);
  const [from, to] = [Math.floor(count / 4), Math.floor((3 * count) / 4)];
  let [re, im, weights] = [0, 0, 0];
  for (let n = from; n < to; n++) {
    const weight = Math.sin((Math.PI * (n - from + 0.5)) / (to - from)) ** 2;
    re += weight * samples[stride * n + first] * Math.cos(2 * Math.PI * cycles * n);
    im += weight * samples[stride * n + first] * Math.sin(2 * Math.PI * cycles * n);
    weights += weight;
  }
  return (2 * Math.hypot(re, im)) / weights;
}
