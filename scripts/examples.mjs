// node scripts/examples.mjs [NAME …]: generates the recordings in public/examples/, or those named. They are SigMF pairs
// with 16 bits, or 8 bits for long ones.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FOLDER = "public/examples";
mkdirSync(FOLDER, { recursive: true });

/** Writes complex pairs, scaled to `full` of the full scale, and their description. */
function write(name, samples, { global, captures, annotations }, full, bits = 16) {
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const data = Buffer.alloc((bits / 8) * samples.length);
  samples.forEach((value, i) => {
    const share = (full * value) / peak;
    if (bits === 8) data.writeInt8(Math.round(127 * share), i);
    else data.writeInt16LE(Math.round(32_767 * share), 2 * i);
  });
  const meta = {
    global: {
      "core:datatype": bits === 8 ? "ci8" : "ci16_le",
      "core:version": "1.2.6",
      "core:recorder": "Threeray",
      "core:license": "https://spdx.org/licenses/MIT.html",
      "core:sha512": createHash("sha512").update(data).digest("hex"),
      ...global,
    },
    captures,
    annotations,
  };
  writeFileSync(join(FOLDER, `${name}.sigmf-data`), data);
  writeFileSync(join(FOLDER, `${name}.sigmf-meta`), `${JSON.stringify(meta, null, 2)}\n`);
  console.log(`${name}: ${data.length} bytes`);
}

const annotation = (start, count, label, low, high, comment) => ({
  "core:sample_start": start,
  "core:sample_count": count,
  "core:freq_lower_edge": low,
  "core:freq_upper_edge": high,
  "core:label": label,
  "core:comment": comment,
});

function twoPackets() {
  const folder = mkdtempSync(join(tmpdir(), "threeray-"));
  const out = join(folder, "link.sigmf-meta");
  execFileSync("node", ["scripts/cli.mjs", "synthesize", "--out", out, "--packets", "2", "--ebn0", "14"], {
    stdio: "inherit",
  });
  const bytes = readFileSync(out.replace("meta", "data"));
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const { global } = JSON.parse(readFileSync(out, "utf8"));
  rmSync(folder, { recursive: true });
  const scenario = global["threeray:scenario"];
  const annotations = [0, 1].flatMap((packet) => {
    const start = scenario.firstOffset + 12_672 * packet;
    return [
      annotation(start, 256, "preamble", -5e6, 5e6, "128 known bits"),
      annotation(start + 256, 128, "ASM", -5e6, 5e6, "64 known bits"),
      annotation(start + 384, 12_288, `data ${packet + 1}`, -5e6, 5e6, "6144 bits"),
    ];
  });
  write(
    "two-packets",
    samples,
    {
      global: {
        "core:sample_rate": 20.625e6,
        "core:description": "Two SOQPSK-TG packets over three rays, Eb/N0 14 dB; made by scripts/examples.mjs.",
        "core:extensions": global["core:extensions"],
        "threeray:scenario": scenario,
      },
      captures: [{ "core:sample_start": 0 }],
      annotations,
    },
    1,
  );
}

/** Uniform numbers from 0 to 1 (mulberry32). */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function toneAndChirps() {
  const [rate, center, length] = [1e6, 433.92e6, 65_536];
  const random = numbers(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const x = new Float64Array(2 * length);
  for (let i = 0; i < x.length; i++) x[i] = 0.001 * normal();
  const add = (start, count, amplitude, frequencyAt) => {
    let phase = 0;
    for (let n = 0; n < count; n++) {
      phase += (2 * Math.PI * frequencyAt(n)) / rate;
      x[2 * (start + n)] += amplitude * Math.cos(phase);
      x[2 * (start + n) + 1] += amplitude * Math.sin(phase);
    }
  };
  add(0, length, 0.05, () => 120e3);
  const [first, chirp, chirps] = [6000, 2048, 10];
  add(first, chirp * chirps, 0.3, (n) => -350e3 + (250e3 * (n % chirp)) / chirp);
  const [burst, symbol] = [34_000, 128];
  let side = 1;
  add(burst, 12_000, 0.25, (n) => {
    if (n % symbol === 0) side = random() < 0.5 ? -1 : 1;
    return 300e3 + 20e3 * side;
  });
  const noisy = [50_000, 6000];
  for (let n = 0; n < noisy[1]; n++) {
    x[2 * (noisy[0] + n)] += 0.05 * normal();
    x[2 * (noisy[0] + n) + 1] += 0.05 * normal();
  }
  const at = (low, high) => [center + low, center + high];
  write(
    "tone-and-chirps",
    x,
    {
      global: {
        "core:sample_rate": rate,
        "core:description": "A tone, rising chirps, an FSK burst and a burst of noise; made by scripts/examples.mjs.",
      },
      captures: [{ "core:sample_start": 0, "core:frequency": center, "core:datetime": "2026-01-01T00:00:00Z" }],
      annotations: [
        annotation(first, chirp * chirps, "chirps", ...at(-355e3, -95e3), "ten of 2.048 ms, 250 kHz wide"),
        annotation(burst, 12_000, "FSK", ...at(270e3, 330e3), "7812.5 symbols per second, ±20 kHz"),
        annotation(...noisy, "noise", ...at(-500e3, 500e3)),
      ],
    },
    0.9,
  );
}

/** An FM station: a plucked tune on the left, its echo on the right, a bass in the centre; it loops after 2.5 s. */
function fmStereo() {
  const [rate, seconds, deviation, pilot] = [240e3, 2.5, 75e3, 19e3];
  const length = rate * seconds;
  const random = numbers(11);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const [left, right] = [new Float64Array(length), new Float64Array(length)];
  // The tune loops: notes that still sound at the end continue at the beginning.
  const note = (sides, beat, pitch, loudness, decay) => {
    const first = Math.round((beat * length) / 10);
    for (let n = 0; n < length; n++) {
      const t = n / rate;
      const shape = loudness * Math.min(1, 200 * t) * Math.exp(-t / decay);
      const turn = 2 * Math.PI * pitch * t;
      const value =
        shape * (Math.sin(turn) + 0.5 * Math.sin(2 * turn) + 0.25 * Math.sin(3 * turn) + 0.12 * Math.sin(5 * turn));
      for (const [side, part] of sides) side[(first + n) % length] += part * value;
    }
  };
  const tune = [392, 523.25, 659.25, 587.33, 523.25, 440, 523.25, 659.25, 783.99, 659.25];
  tune.forEach((pitch, beat) => {
    note([[left, 1]], beat, pitch, 0.16, 0.22);
    note([[right, 1]], beat + 0.5, 2 * pitch, 0.06, 0.16);
  });
  [130.81, 110, 87.31, 98, 130.81].forEach((pitch, i) => {
    note(
      [
        [left, 0.7],
        [right, 0.7],
      ],
      2 * i,
      pitch,
      0.2,
      0.5,
    );
  });
  // Pre-emphasis, 50 µs.
  const pole = Math.exp(-1 / (rate * 50e-6));
  const emphasized = (x) => x.map((value, n) => (value - pole * x[(n + length - 1) % length]) / (1 - pole));
  const [l, r] = [emphasized(left), emphasized(right)];
  const x = new Float64Array(2 * length);
  let phase = 0;
  for (let n = 0; n < length; n++) {
    const turn = (2 * Math.PI * pilot * n) / rate;
    // The reference at 38 kHz rises through zero with the pilot's sine (ITU-R BS.450).
    const multiplex = 0.45 * (l[n] + r[n]) + 0.1 * Math.sin(turn) + 0.45 * (l[n] - r[n]) * Math.sin(2 * turn);
    phase += (2 * Math.PI * deviation * multiplex) / rate;
    x[2 * n] = Math.cos(phase) + 0.02 * normal();
    x[2 * n + 1] = Math.sin(phase) + 0.02 * normal();
  }
  write(
    "fm-stereo",
    x,
    {
      global: {
        "core:sample_rate": rate,
        "core:description": "An FM station in stereo, pre-emphasis 50 µs; made by scripts/examples.mjs.",
      },
      captures: [{ "core:sample_start": 0, "core:frequency": 98.5e6, "core:datetime": "2026-01-01T00:00:00Z" }],
      annotations: [],
    },
    0.95,
    8,
  );
}

/** Three AM stations on the 9 kHz raster: a strong one at the centre, a tune below it, a weak one above it. */
function mediumWave() {
  const [rate, seconds, center] = [48e3, 3, 999e3];
  const length = rate * seconds;
  const random = numbers(23);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const x = new Float64Array(2 * length);
  const station = (offset, amplitude, pitches, decay) => {
    const audio = new Float64Array(length);
    pitches.forEach((pitch, i) => {
      const first = Math.round((i * length) / pitches.length);
      for (let n = 0; n < length; n++) {
        const t = n / rate;
        const shape = Math.min(1, 200 * t) * Math.exp(-t / decay);
        const turn = 2 * Math.PI * pitch * t;
        audio[(first + n) % length] += shape * (Math.sin(turn) + 0.5 * Math.sin(2 * turn) + 0.25 * Math.sin(3 * turn));
      }
    });
    const peak = audio.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    for (let n = 0; n < length; n++) {
      // Modulated to 80 %.
      const envelope = amplitude * (1 + (0.8 * audio[n]) / peak);
      const turn = (2 * Math.PI * offset * n) / rate;
      x[2 * n] += envelope * Math.cos(turn);
      x[2 * n + 1] += envelope * Math.sin(turn);
    }
  };
  station(0, 0.5, [130.81, 164.81, 196, 164.81, 146.83, 123.47], 0.4);
  station(-18e3, 0.15, [523.25, 587.33, 659.25, 783.99, 659.25, 587.33, 523.25, 440], 0.25);
  station(9e3, 0.025, [880, 783.99, 880, 987.77, 1046.5, 987.77, 880, 783.99, 659.25], 0.2);
  for (let i = 0; i < x.length; i++) x[i] += 5e-4 * normal();
  write(
    "medium-wave",
    x,
    {
      global: {
        "core:sample_rate": rate,
        "core:description": "Three AM stations, 9 and 18 kHz apart; made by scripts/examples.mjs.",
      },
      captures: [{ "core:sample_start": 0, "core:frequency": center, "core:datetime": "2026-01-01T00:00:00Z" }],
      annotations: [],
    },
    0.95,
    8,
  );
}

/** A strong tone and one that is 85 dB weaker, with the same noise in 8 and in 16 bits. */
function weakTone(bits) {
  const [rate, length] = [48e3, 16_384];
  const random = numbers(31);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const x = new Float64Array(2 * length);
  const tones = [
    [6017, 1],
    [-9000, 10 ** (-85 / 20)],
  ];
  for (let n = 0; n < length; n++) {
    for (const [frequency, amplitude] of tones) {
      const turn = (2 * Math.PI * frequency * n) / rate;
      x[2 * n] += amplitude * Math.cos(turn);
      x[2 * n + 1] += amplitude * Math.sin(turn);
    }
    x[2 * n] += 1e-5 * normal();
    x[2 * n + 1] += 1e-5 * normal();
  }
  const about = `A tone of ${tones[0][0]} Hz, and one 85 dB weaker at ${tones[1][0]} Hz, in ${bits} bits`;
  write(
    `weak-tone-${bits}-bits`,
    x,
    {
      global: { "core:sample_rate": rate, "core:description": `${about}; made by scripts/examples.mjs.` },
      captures: [{ "core:sample_start": 0 }],
      annotations: [],
    },
    0.95,
    bits,
  );
}

const EXAMPLES = {
  "two-packets": twoPackets,
  "tone-and-chirps": toneAndChirps,
  "fm-stereo": fmStereo,
  "medium-wave": mediumWave,
  "weak-tone-16-bits": () => weakTone(16),
  "weak-tone-8-bits": () => weakTone(8),
};
const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in EXAMPLES));
if (unknown) {
  console.error(`examples: expected any of ${Object.keys(EXAMPLES).join(", ")}, got ${unknown}`);
  process.exit(2);
}
for (const [name, make] of Object.entries(EXAMPLES)) if (names.length === 0 || names.includes(name)) make();
