import type { FileSink } from "#core/blocks/sinks/file-sink.ts";
import { npyHeader } from "#core/capture/formats/npy-array.ts";
import { archiveOf, sigmfMetadata } from "#core/capture/formats/sigmf-writer.ts";
import { int16Notes, int16Samples, wavHeader } from "#core/capture/formats/wav-writer.ts";
import { type KeptFacts, taggedFacts, wavNotes } from "#core/graphs/kept-facts.ts";
import { storedAs, UNKNOWN_RATE } from "#core/graphs/stored-items.ts";
import type { KeptItems } from "./kept-items.ts";

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
      const header = npyHeader(storedAs(type, integers).npy, vector > 1 ? [count, vector] : [count]);
      return { name: `${stem}.npy`, content: new Blob([header, ...pieces]), notes: [] };
    }
    case "raw":
      return {
        name: `${stem}.${storedAs(type, integers).ending}`,
        content: new Blob([...pieces]),
        notes: [],
      };
  }
}
