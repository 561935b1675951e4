import { array, assert, asyncProperty, constantFrom, integer, option, oneof, record, string, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBytes } from "../byte-source.ts";
import type { Annotation } from "../recording.ts";
import { openRecording } from "../registry.ts";
import { firstIndexOf, sigmfTextOf, type SigmfText, withAnnotations, withDataset } from "./sigmf-rewrite.ts";

const SAMPLES = 1000;
const bytes = (text: string) => new TextEncoder().encode(text);
const open = async (text: SigmfText | object) => {
  const meta = fromBytes("x.sigmf-meta", bytes(JSON.stringify(text)));
  const [recording] = await openRecording([meta, fromBytes("x.sigmf-data", new Uint8Array(2 * SAMPLES))]);
  return recording;
};
const GLOBAL = {
  "core:datatype": "ci8",
  "core:version": "1.2.6",
  "core:sample_rate": 1e6,
  "vendor:gain": { lna: [1, 2] },
};

/** A text of a person: punctuation of CSV, HTML and JSON, lines, and characters beyond the first plane. */
const label = oneof(
  string({ minLength: 1, unit: "grapheme" }),
  constantFrom('a, "b"; c', "Zeile 1\nZeile 2", "π/4-DQPSK · 5 µs", "📡 鳥", "=1+1", "<b>", "\\", "null", " "),
);
const annotation = record({
  start: integer({ min: 0, max: SAMPLES - 1 }),
  // From nothing to beyond the end: cut below.
  count: integer({ min: 0, max: SAMPLES }),
  label: option(label, { nil: undefined }),
  comment: option(label, { nil: undefined }),
  edges: option(tuple(integer({ min: -5e5, max: 0 }), integer({ min: 0, max: 5e5 })), { nil: undefined }),
  metadata: record({ "vendor:note": label }),
}).map(({ count, ...rest }): Annotation => ({ ...rest, count: Math.min(count, SAMPLES - rest.start) }));
const visible = ({ start, count, label, comment, edges }: Annotation) => ({ start, count, label, comment, edges });

describe("capture/formats/sigmf-rewrite", () => {
  it("returns the annotations that were written, with any labels, also at the ends of the file and on one another", async () => {
    const before = await open({ global: GLOBAL, captures: [{ "core:sample_start": 0 }], annotations: [], own: [1] });
    await assert(
      asyncProperty(array(annotation, { maxLength: 12 }), async (made) => {
        const inOrder = made.toSorted((a, b) => a.start - b.start);
        const text = withAnnotations(await sigmfTextOf(before), inOrder, before.annotations);
        const after = await open(text);
        expect(after.annotations.map(visible)).toEqual(inOrder.map(visible));
        expect(after.annotations.map(({ metadata }) => metadata["vendor:note"])).toEqual(
          inOrder.map(({ metadata }) => metadata["vendor:note"]),
        );
        expect(text).toMatchObject({ global: GLOBAL, own: [1] });
      }),
      { numRuns: 20 },
    );
  });

  it("keeps annotations that were left out, labels that are no text, and the file's own indices", async () => {
    const original = {
      global: { ...GLOBAL, "core:offset": 100, "core:sha512": undefined },
      captures: [{ "core:sample_start": 100, "core:frequency": 1e8 }],
      annotations: [
        { "core:sample_start": 110, "core:sample_count": 5, "core:label": 7, "vendor:a": null },
        { "core:sample_start": 120, "core:sample_count": 5, "core:label": "gone" },
        { "core:sample_start": 5000, "core:sample_count": 5, "core:label": "past the end" },
        { "core:sample_start": -3, "core:label": "at no place" },
      ],
    };
    const recording = await open(original);
    expect(recording.annotations.map(({ start }) => start)).toEqual([10, 20]);
    const [first] = recording.annotations;
    const added: Annotation = { start: 0, count: SAMPLES, label: "all", metadata: {} };
    const text = withAnnotations(await sigmfTextOf(recording), [added, first], recording.annotations);
    expect(JSON.parse(JSON.stringify(text.annotations))).toEqual([
      original.annotations[3],
      { "core:sample_start": 100, "core:sample_count": SAMPLES, "core:label": "all" },
      original.annotations[0],
      original.annotations[2],
    ]);
    expect(text.captures).toEqual(original.captures);
    const { annotations } = await open(text);
    expect(annotations.map(({ start, count }) => [start, count])).toEqual([
      [0, SAMPLES],
      [10, 5],
    ]);
  });

  it("counts from the file's offset only where no index is below it", () => {
    const text = { global: { "core:offset": 50 }, captures: [{ "core:sample_start": 0 }], annotations: [] };
    expect(firstIndexOf(text)).toBe(0);
    expect(firstIndexOf({ ...text, captures: [{ "core:sample_start": 50 }] })).toBe(50);
    expect(firstIndexOf({ ...text, global: {} })).toBe(0);
  });

  it("describes a file of another format, and names it", async () => {
    const [recording] = await openRecording([fromBytes("band_1M_433.9M.cs8", new Uint8Array(2 * SAMPLES))]);
    const text = withDataset(await sigmfTextOf(recording), "band_1M_433.9M.cs8");
    const again = fromBytes("band_1M_433.9M.cs8", new Uint8Array(2 * SAMPLES));
    const [named] = await openRecording([fromBytes("any.sigmf-meta", bytes(JSON.stringify(text))), again]);
    const { datatype, sampleRate, centerFrequency, samples } = recording;
    expect(named).toMatchObject({ datatype, sampleRate, centerFrequency, samples, warnings: [] });
    expect(withDataset(text, null).global).toMatchObject({ "core:metadata_only": true });
  });
});
