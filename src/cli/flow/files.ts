import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { basename, dirname, join } from "node:path";
import type { FileSink } from "../../core/blocks/sinks/file-sink.ts";
import { npyHeader } from "../../core/capture/formats/npy-array.ts";
import { sigmfMetadata } from "../../core/capture/formats/sigmf-writer.ts";
import { int16Notes, int16Samples, type WavContent, wavHeader } from "../../core/capture/formats/wav-writer.ts";
import type { Report } from "../../core/flow/build/block-factory.ts";
import type { CheckedBlock, CheckedGraph } from "../../core/flow/graph/checked-graph.ts";
import type { PortType } from "../../core/flow/graph/port.ts";
import type { Tag } from "../../core/flow/graph/tag.ts";
import { type KeptFacts, taggedFacts, wavNotes } from "../../core/graphs/kept-facts.ts";
import { storedAs, UNKNOWN_RATE } from "../../core/graphs/stored-items.ts";
import type { UsedFile } from "../distinct-files.ts";
import { UsageError } from "../options.ts";
import { checkOutput, createOutput, finishTogether, type Output } from "../output.ts";
import { tell } from "../terminal.ts";

type Items = Extract<Report, { kind: "items" | "audio" }>;

/** A file that a sink writes page by page. */
interface SinkFile {
  /** Resolves when there is space for more. */
  write(report: Items): Promise<void> | void;
  /** Writes what follows the last item. */
  end(): void;
  /** Files that get their names together, in this order. */
  outputs: readonly Output[];
  paths: readonly string[];
}

/** The files of a graph's sinks. */
export interface SinkFiles {
  write(block: string, report: Items): Promise<void>;
  /** Gives all files their names, or none. @returns Their paths. */
  finish(): Promise<string[]>;
  /** Removes what is not finished. */
  discard(): void;
}

const ENDINGS: Readonly<Record<string, FileSink["format"]>> = {
  ".sigmf-meta": "sigmf",
  ".sigmf-data": "sigmf",
  ".wav": "wav",
  ".npy": "npy",
};

/** Returns what the file of a sink keeps of the recording that its samples come from. */
type FactsOf = (sink: string, samples: number) => KeptFacts;

/**
 * Checks the files of all file and audio sinks of a graph, before any work. Whether two of them are the same is not checked.
 *
 * @returns The files, and a function that begins them. A file has its name only when it is complete.
 * @throws UsageError for a name or a format that does not fit, and for files that cannot be written.
 */
export function planSinkFiles(
  { blocks }: CheckedGraph,
  factsOf: FactsOf,
): {
  usesStdout: boolean;
  files: UsedFile[];
  open(): SinkFiles;
} {
  const plans = blocks.flatMap((block) => (hasFile(block) ? [planOf(block, factsOf)] : []));
  const used = plans.flatMap(({ id, paths }) => paths.map((path) => ({ path, by: `the block ${id}` })));
  const [files, piped] = [used.filter(({ path }) => path !== "-"), used.filter(({ path }) => path === "-")];
  if (piped.length > 1)
    throw new UsageError(`flow: ${piped[0].by} and ${piped[1].by} both write standard output; give one of them a file`);
  for (const { path } of files) usable(path);
  return { usesStdout: piped.length > 0, files, open: () => begin(plans) };
}

function begin(plans: readonly FilePlan[]): SinkFiles {
  const files = new Map<string, SinkFile>();
  const discard = () => {
    for (const { outputs } of files.values()) for (const output of outputs) output.discard();
  };
  try {
    for (const { id, open } of plans) files.set(id, open());
  } catch (error) {
    discard();
    throw error;
  }
  return {
    write: async (block, report) => files.get(block)?.write(report),
    async finish() {
      for (const file of files.values()) file.end();
      const outputs = [...files.values()].flatMap((file) => file.outputs);
      for (const output of outputs) await output.flush();
      finishTogether(outputs);
      return [...files.values()].flatMap((file) => file.paths);
    },
    discard,
  };
}

const hasFile = ({ type }: CheckedBlock) => type === "file-sink" || type === "audio-sink";

interface FilePlan {
  id: string;
  paths: readonly string[];
  open(): SinkFile;
}

function planOf({ id, type, parameters }: CheckedBlock, factsOf: FactsOf): FilePlan {
  if (type === "audio-sink") return { id, paths: [`${id}.wav`], open: () => wavSink(id, `${id}.wav`, "f32", factsOf) };
  const { name, format: asked, type: items, vector, wav, integers } = parameters as unknown as FileSink;
  if (name === "-") return { id, paths: ["-"], open: stdoutSink };
  const ending = Object.keys(ENDINGS).find((ending) => name.endsWith(ending));
  // Raw items are a choice that no name takes back.
  const format = ending && asked !== "raw" ? ENDINGS[ending] : asked;
  if (name.endsWith(".sigmf"))
    throw new UsageError(`flow: ${id} writes SigMF as a pair of files; name it ${name}-meta`);
  if ((format === "sigmf" || format === "wav") && ((items !== "complex" && items !== "real") || vector !== 1)) {
    throw new UsageError(
      `flow: ${id} has ${vector === 1 ? items : "vectors"}, and ${format === "wav" ? "WAV" : "SigMF"} holds real and complex samples; set its format to npy or raw`,
    );
  }
  const stem = ending ? name.slice(0, -ending.length) : name || id;
  switch (format) {
    case "sigmf": {
      const paths = [`${stem}.sigmf-data`, `${stem}.sigmf-meta`];
      return { id, paths, open: () => sigmfSink(id, paths, factsOf) };
    }
    case "wav":
      return { id, paths: [`${stem}.wav`], open: () => wavSink(id, `${stem}.wav`, WAV_FORMATS[wav], factsOf) };
    case "npy":
      return {
        id,
        paths: [`${stem}.npy`],
        open: () => npySink(`${stem}.npy`, storedAs(items, integers).npy, items, vector),
      };
    case "raw": {
      const path = /\.[\w-]+$/.test(basename(name))
        ? name
        : join(dirname(stem), `${basename(stem)}.${storedAs(items, integers).ending}`);
      return { id, paths: [path], open: () => rawSink(path) };
    }
  }
}

function usable(path: string): void {
  try {
    checkOutput(path);
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

const numbersOf = (report: Items) => (report.kind === "items" ? report.items : report.samples);

/** Bits are bytes in files: 0 or 1. */
function bytesOf(report: Items): Uint8Array<ArrayBuffer> {
  const numbers = numbersOf(report);
  if (report.kind === "items" && report.type === "bits") return Uint8Array.from(numbers);
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function rawSink(path: string): SinkFile {
  const output = createOutput(path);
  return { write: (report) => output.write(bytesOf(report)), end() {}, outputs: [output], paths: [path] };
}

/** Waits until the reader of the pipe takes the bytes. */
function stdoutSink(): SinkFile {
  return {
    write: (report) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytesOf(report), (error) => (error ? reject(error) : resolve()));
      }),
    end() {},
    outputs: [],
    paths: ["-"],
  };
}

function npySink(path: string, stored: string, type: PortType, vector: number): SinkFile {
  const output = createOutput(path);
  const header = (count: number) => npyHeader(stored, vector > 1 ? [count, vector] : [count]);
  output.write(header(0));
  let numbers = 0;
  return {
    write(report) {
      numbers += numbersOf(report).length;
      output.write(bytesOf(report));
    },
    end: () => output.rewrite(0, header(numbers / (vector * (type === "complex" ? 2 : 1)))),
    outputs: [output],
    paths: [path],
  };
}

function noItems(block: string, path: string): Error {
  return new Error(`${block}: no samples came, so ${path} was not written`);
}

const WAV_FORMATS: Readonly<Record<FileSink["wav"], WavContent["format"]>> = { float32: "f32", int16: "i16" };

function wavSink(block: string, path: string, format: WavContent["format"], factsOf: FactsOf): SinkFile {
  const output = createOutput(path);
  const content = (samples: number, sampleRate: number, channels: 1 | 2): WavContent => ({
    samples,
    sampleRate,
    channels,
    format,
  });
  const header = wavHeader(content(1, UNKNOWN_RATE, 1));
  output.write(header);
  let [numbers, channels, hz]: [number, 1 | 2, number | undefined] = [0, 1, undefined];
  const losses = { clipped: 0, missing: 0 };
  let note: string | undefined;
  return {
    write(report) {
      channels = report.kind === "audio" ? (report.channels as 1 | 2) : report.type === "complex" ? 2 : 1;
      hz = report.hz;
      if (report.kind === "audio") ({ note } = report);
      numbers += numbersOf(report).length;
      if ((format === "f32" ? 4 : 2) * numbers > 2 ** 32 - 1024) {
        throw new Error(
          `${path}: a WAV file from a graph holds at most 4 GiB; set the format of ${block} to sigmf or raw`,
        );
      }
      if (format === "f32") return output.write(bytesOf(report));
      const rounded = int16Samples(numbersOf(report) as Float32Array);
      losses.clipped += rounded.clipped;
      losses.missing += rounded.missing;
      return output.write(new Uint8Array(rounded.numbers.buffer));
    },
    end() {
      if (numbers === 0) throw noItems(block, path);
      const kept = factsOf(block, numbers / channels);
      const rate = hz ?? kept.facts.sampleRate;
      if (rate === undefined) tell(`${path}: no block names a sample rate; ${UNKNOWN_RATE} Hz is written.`);
      if (note) tell(`${block}: ${note}`);
      for (const loss of int16Notes(losses, numbers)) tell(`${path}: ${loss}`);
      for (const loss of wavNotes(kept)) tell(`${path}: ${loss}`);
      output.rewrite(0, wavHeader(content(numbers / channels, rate ?? UNKNOWN_RATE, channels)));
    },
    outputs: [output],
    paths: [path],
  };
}

function sigmfSink(block: string, paths: readonly string[], factsOf: FactsOf): SinkFile {
  const [data, meta] = paths.map(createOutput);
  const hash = sha512.create();
  const tags: Tag[] = [];
  let [samples, real, sampleRate]: [number, boolean, number | undefined] = [0, false, undefined];
  return {
    write(report) {
      if (report.kind !== "items") return;
      real = report.type === "real";
      sampleRate = report.hz;
      for (const tag of report.tags) tags.push(tag);
      const bytes = bytesOf(report);
      hash.update(bytes);
      samples += report.items.length / (real ? 1 : 2);
      data.write(bytes);
    },
    end() {
      if (samples === 0) throw noItems(block, paths[1]);
      const name = basename(paths[0]).replace(/\.sigmf-data$/, "");
      const kept = factsOf(block, samples);
      for (const note of kept.notes) tell(`${paths[1]}: ${note}`);
      const facts = taggedFacts(kept, tags, samples);
      meta.write(
        sigmfMetadata(
          { ...facts, name, samples, sampleRate: sampleRate ?? facts.sampleRate, real },
          bytesToHex(hash.digest()),
        ),
      );
    },
    outputs: [data, meta],
    paths,
  };
}
