import { expect, it } from "vitest";
import { fromBytes } from "#core/capture/byte-source.ts";
import { openRecording } from "#core/capture/registry.ts";
import { fileOf } from "./file-content.ts";

const sink = {
  type: "real",
  vector: 1,
  format: "wav",
  name: "tone",
  rate: 0,
  wav: "int16",
  integers: "int32",
} as const;

const kept = (values: readonly number[], hz?: number) => ({
  type: "real" as const,
  vector: 1,
  hz,
  pieces: [new Blob([Float32Array.from(values.slice(0, 2))]), new Blob([Float32Array.from(values.slice(2))])],
  numbers: values.length,
  bytes: 4 * values.length,
  tags: [],
  isFull: false,
});

const none = async () => ({ facts: {}, notes: [] });

it("writes 16-bit WAV files, and says what is clipped and that no rate is known", async () => {
  const { name, content, notes } = await fileOf("sink", sink, kept([0.5, -1, 1, 1.5, Number.NaN]), none);
  expect(name).toBe("tone.wav");
  expect(notes).toEqual([
    "No block names a sample rate: the file states 48000 Hz.",
    "1 of 5 numbers were beyond ±1 and are clipped.",
    "1 of 5 numbers were NaN and became 0.",
  ]);
  const bytes = await content.arrayBuffer();
  expect([...new Int16Array(bytes.slice(-10))]).toEqual([16_384, -32_768, 32_767, 32_767, 0]);
});

it("writes float32 WAV files with the rate of the graph", async () => {
  const { content, notes } = await fileOf("sink", { ...sink, wav: "float32" }, kept([0.5, -1, 1, 1.5], 8000), none);
  expect(notes).toEqual([]);
  const bytes = await content.arrayBuffer();
  expect([...new Float32Array(bytes.slice(-16))]).toEqual([0.5, -1, 1, 1.5]);
  expect(new DataView(bytes).getUint32(24, true)).toBe(8000);
});

it("writes WAV files with the recording's rate where no block names one, and says what they do not hold", async () => {
  const facts = { sampleRate: 1e6, captures: [{ start: 0, centerFrequency: 1e8 }], metadata: { "core:author": "Ann" } };
  const found = async () => ({ facts, notes: [] });
  const { content, notes } = await fileOf("sink", sink, kept([0.5, -1]), found);
  expect(new DataView(await content.arrayBuffer()).getUint32(24, true)).toBe(1e6);
  expect(notes).toEqual([
    "A WAV file of a graph does not hold the centre frequency, core:author. Set the sink's format to sigmf to keep this.",
  ]);
});

it("writes what samples keep of their recording, and other tags, and says what is left out", async () => {
  const facts = { metadata: { "core:author": "Ann" }, annotations: [{ start: 2, count: 2, label: "burst" }] };
  const items = {
    ...kept([0.5, -1, 1, 1.5], 8000),
    tags: [
      { sample: 2, key: "annotation", value: "burst" },
      { sample: 1, key: "peak", value: 3 },
    ],
  };
  const { content, notes } = await fileOf("sink", { ...sink, format: "sigmf" }, items, async () => ({
    facts,
    notes: ["No frequencies."],
  }));
  expect(notes).toEqual(["No frequencies."]);
  const [recording] = await openRecording([fromBytes("tone.sigmf", new Uint8Array(await content.arrayBuffer()))]);
  expect(recording.metadata).toMatchObject({ "core:author": "Ann", "core:sample_rate": 8000 });
  expect(recording.annotations).toMatchObject([
    { start: 1, count: 1, label: "peak 3" },
    { start: 2, count: 2, label: "burst" },
  ]);
});
