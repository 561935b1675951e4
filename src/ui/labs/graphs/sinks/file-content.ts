import type { FileSink } from "#core/blocks/sinks/file-sink.ts";
import { npyHeader } from "#core/capture/formats/npy-array.ts";
import { archiveOf, sigmfMetadata } from "#core/capture/formats/sigmf-writer.ts";
import { int16Notes, int16Samples, wavHeader } from "#core/capture/formats/wav-writer.ts";
import type { PortType } from "#core/flow/graph/port.ts";
import { type KeptFacts, taggedFacts, wavNotes } from "#core/graphs/kept-facts.ts";
import type { KeptItems } from "./kept-items.ts";

const NPY_TYPES: Readonly<Record<PortType, string>> = {
  complex: "<c8",
  real: "<f4",
  integer: "<i4",
  bits: "|u1",
  llrs: "<f4",
  frames: "<u4",
};

const RAW_ENDINGS: Readonly<Record<PortType, string>> = {
  complex: "cf32",
  real: "f32",
  integer: "s32",
  bits: "u8",
  llrs: "f32",
  frames: "u32",
};

const NPY_INTEGERS: Readonly<Record<FileSink["integers"], string>> = { int32: "<i4", int16: "<i2", int8: "|i1" };
const INTEGER_ENDINGS: Readonly<Record<FileSink["integers"], string>> = { int32: "s32", int16: "s16", int8: "s8" };

/** A rate that no block names, Hz. */
const UNKNOWN_RATE = 48_000;

/** A file, and what it does not say about its signal. */
interface SavedFile {
  name: string;
  content: Blob;
  notes: readonly string[];
}

/**
 * Returns the items of a file sink as a file.
 *
 * @throws RangeError for items that the format does not hold.
 */
export async function fileOf(
  block: string,
  { format, name, wav, integers }: FileSink,
  kept: KeptItems,
  factsOf: (block: string, samples: number) => Promise<KeptFacts>,
): Promise<SavedFile> {
  const { type, vector, hz, pieces, numbers, tags } = kept;
  const width = type === "complex" ? 2 : 1;
  const samples = numbers / width;
  const stem = (name || block).replace(/\.\w[\w-]*$/, "").replace(/.*[/\\]/, "");
  if ((format === "sigmf" || format === "wav") && ((type !== "complex" && type !== "real") || vector > 1)) {
    throw new RangeError(
      `A ${format === "wav" ? "WAV file" : "SigMF recording"} holds samples only. Set the format of ${block} to npy.`,
    );
  }
  switch (format) {
    case "wav": {
      const found = await factsOf(block, samples);
      const rate = hz ?? found.facts.sampleRate;
      const notes = [
        ...(rate === undefined ? [`No block names a sample rate: the file states ${UNKNOWN_RATE} Hz.`] : []),
        ...wavNotes(found),
      ];
      const content = { samples, sampleRate: rate ?? UNKNOWN_RATE, channels: width } as const;
      const named = (format: "f32" | "i16", parts: readonly BlobPart[], notes: readonly string[]) => {
        const file = new Blob([wavHeader({ ...content, format }), ...parts], { type: "audio/wav" });
        return { name: `${stem}.wav`, content: file, notes };
      };
      if (wav === "float32") return named("f32", pieces, notes);
      const rounded = await Promise.all(
        pieces.map(async (piece) => int16Samples(new Float32Array(await piece.arrayBuffer()))),
      );
      const sum = (loss: "clipped" | "missing") => rounded.reduce((total, piece) => total + piece[loss], 0);
      const parts = rounded.map(({ numbers }) => numbers);
      return named("i16", parts, [
        ...notes,
        ...int16Notes({ clipped: sum("clipped"), missing: sum("missing") }, numbers),
      ]);
    }
    case "sigmf": {
      const found = await factsOf(block, samples);
      const facts = taggedFacts(found, tags, samples);
      const content = { ...facts, name: stem, samples, sampleRate: hz ?? facts.sampleRate, real: type === "real" };
      return {
        name: `${stem}.sigmf`,
        content: archiveOf(content, pieces, sigmfMetadata(content, undefined)),
        notes: found.notes,
      };
    }
    case "npy": {
      const count = samples / vector;
      const header = npyHeader(
        type === "integer" ? NPY_INTEGERS[integers] : NPY_TYPES[type],
        vector > 1 ? [count, vector] : [count],
      );
      return { name: `${stem}.npy`, content: new Blob([header, ...pieces]), notes: [] };
    }
    case "raw":
      return {
        name: `${stem}.${type === "integer" ? INTEGER_ENDINGS[integers] : RAW_ENDINGS[type]}`,
        content: new Blob([...pieces]),
        notes: [],
      };
  }
}
