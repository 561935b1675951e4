import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type ByteRange, type ByteSource, joinRanges, readExactly, readText } from "../byte-source.ts";
import { CaptureError, fewOf, quoted, withFileName } from "../capture-error.ts";
import { stemOf } from "../file-name.ts";
import { type Annotation, type Capture, type Recording, sampleReader, wholeSegment } from "../recording.ts";
import { DATA, dataNameOf, META, metaNameOf } from "./sigmf-names.ts";
import { hertz, objectOf, parseJson, parseSigmf, type SigmfMetadata } from "./sigmf-metadata.ts";

const COLLECTION = ".sigmf-collection";

/** Metadata are text for people; more than this is something else. */
const META_LIMIT = 2 ** 27;

/**
 * The SigMF recordings among the files of a folder: pairs, collections, and metadata that name a data file of another format.
 *
 * @returns The recordings, and the files that do not belong to any.
 * @throws CaptureError when a recording is not whole or cannot be read.
 */
export async function openSigmf(
  files: readonly ByteSource[],
): Promise<{ recordings: Recording[]; rest: ByteSource[] }> {
  const used = new Set<ByteSource>();
  const recordings: Recording[] = [];
  const folder = new Map<string, ByteSource[]>();
  for (const file of files) folder.set(file.name, [...(folder.get(file.name) ?? []), file]);
  for (const meta of files.filter(({ name }) => name.endsWith(META))) {
    const metadata = await withFileName(meta, async () => parseSigmf(await readText(meta, META_LIMIT)));
    const data = dataOf(meta, metadata, folder);
    used.add(meta).add(data);
    recordings.push(await withFileName(meta, () => recordingOf(meta, metadata, data)));
  }
  for (const file of files.filter(({ name }) => name.endsWith(COLLECTION))) {
    used.add(file);
    await withFileName(file, () => checkCollection(file, folder, recordings));
  }
  const orphan = files.find((file) => file.name.endsWith(DATA) && !used.has(file));
  if (orphan) {
    const wanted = metaNameOf(orphan.name);
    throw new CaptureError(`${orphan.name}: its description, ${wanted}, was not given. Choose both files together.`);
  }
  return { recordings, rest: files.filter((file) => !used.has(file)) };
}

/** The files of a folder by their names; more than one where files of several folders were chosen together. */
type Folder = ReadonlyMap<string, readonly ByteSource[]>;

function dataOf(meta: ByteSource, { global }: SigmfMetadata, folder: Folder): ByteSource {
  const wanted = dataNameOf(meta.name, global);
  const [data, other] = folder.get(wanted) ?? [];
  if (other || (folder.get(meta.name)?.length ?? 0) > 1) {
    throw new CaptureError(
      `${meta.name}: several files are called ${(other ?? meta).name}, so pairs are not certain. Open one folder at a time.`,
    );
  }
  if (data) return data;
  throw new CaptureError(
    global["core:metadata_only"] === true
      ? `${meta.name}: describes a recording that was published without its samples (core:metadata_only), so there is ` +
          "nothing to show. Look for its source in core:data_doi or core:description."
      : `${meta.name}: its samples, ${wanted}, were not given. Choose both files together.`,
  );
}

async function recordingOf(meta: ByteSource, metadata: SigmfMetadata, source: ByteSource): Promise<Recording> {
  const { global, datatype, channels, warnings } = metadata;
  const ranges = rangesOf(metadata, source);
  const whole = ranges.length > 1 ? joinRanges(source, ranges) : source;
  const { start, end } = ranges.length > 1 ? { start: 0, end: whole.size } : ranges[0];
  const segment = wholeSegment({ source: whole, datatype, channels }, start, end, warnings);
  const { samples } = segment;
  const captures = capturesOf(metadata, samples);
  const dataset = global["core:dataset"];
  if (typeof dataset === "string" && dataset !== dataNameOf(meta.name, global)) {
    warnings.push(`core:dataset should be a name without folders, found "${dataset}"; Threeray took ${source.name}.`);
  }
  const hash = global["core:sha512"];
  return {
    title: stemOf(meta.name),
    format: "SigMF",
    sampleRate: hertz(global, "core:sample_rate", 0, warnings),
    centerFrequency: captures[0].centerFrequency,
    datatype,
    samples,
    channels,
    warnings,
    guesses: [],
    uncertain: false,
    metadata: global,
    captures,
    annotations: annotationsOf(metadata, captures, samples),
    read: sampleReader({ source: whole, datatype, channels, ...segment }),
    metadataText: () => readText(meta, META_LIMIT),
    verify: typeof hash === "string" ? (options) => hasHash(source, hash, options) : undefined,
  };
}

/**
 * The bytes that hold samples, without the headers between them. Capture k starts at byte
 * Σ header_bytes(0…k) + sample_start(k)·bytes·channels; captures past the end are taken out.
 */
function rangesOf(metadata: SigmfMetadata, source: ByteSource): ByteRange[] {
  const { datatype, channels, captures, trailingBytes, warnings } = metadata;
  const stride = datatype.bytes * channels;
  const end = source.size - trailingBytes;
  const ranges: ByteRange[] = [];
  let begin = 0;
  let headers = 0;
  for (const [k, { start, headerBytes }] of captures.entries()) {
    const header = headers + start * stride;
    if (start > 0 && header + headerBytes >= end) {
      const past = captures.splice(k).length;
      warnings.push(`${past} of ${k + past} captures start past the end of the samples and were left out.`);
      break;
    }
    if (headerBytes > 0) {
      if (header > begin) ranges.push({ start: begin, end: header });
      begin = header + headerBytes;
    }
    headers += headerBytes;
  }
  return [...ranges, { start: begin, end: Math.max(begin, end) }];
}

function capturesOf({ captures, warnings }: SigmfMetadata, samples: number): Capture[] {
  if (captures.length === 0) captures.push({ start: 0, headerBytes: 0, fields: {} });
  const refused: string[] = [];
  const known = captures.map(({ start, fields }, k) => {
    const datetime = fields["core:datetime"];
    return {
      start,
      count: (captures[k + 1]?.start ?? samples) - start,
      centerFrequency: hertz(fields, "core:frequency", -Infinity, refused),
      datetime: typeof datetime === "string" ? datetime : undefined,
      metadata: fields,
    };
  });
  warnings.push(...fewOf(refused));
  const used = known.filter(({ count }, k) => count > 0 || k === known.length - 1);
  if (used.length < known.length) {
    const left = known.length - used.length;
    warnings.push(
      `${left} of ${known.length} captures start at the same sample as the next one, so they hold no samples; left out.`,
    );
  }
  return used;
}

function annotationsOf({ annotations, warnings }: SigmfMetadata, captures: readonly Capture[], samples: number) {
  const known: Annotation[] = [];
  const unpaired: string[] = [];
  // Both lists are in order.
  let next = 0;
  for (const { start, fields } of annotations) {
    if (start >= samples) continue;
    while (next < captures.length && captures[next].start <= start) next++;
    const capture = next > 0 ? captures[next - 1] : undefined;
    const end = capture ? capture.start + capture.count : captures[0].start;
    const count = fields["core:sample_count"] ?? end - start;
    if (typeof count !== "number" || !(count >= 0)) continue;
    const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : undefined);
    const [low, high] = [fields["core:freq_lower_edge"], fields["core:freq_upper_edge"]];
    const edges = typeof low === "number" && typeof high === "number" ? ([low, high] as const) : undefined;
    if (edges && edges[0] > edges[1]) {
      unpaired.push(
        `The annotation at sample ${start} has its upper edge below its lower one; Threeray exchanged them.`,
      );
    } else if (!edges && (low !== undefined || high !== undefined)) {
      unpaired.push(`The annotation at sample ${start} has frequency edges that are not a pair; they were left out.`);
    }
    known.push({
      start,
      count: Math.min(Math.floor(count), samples - start),
      label: text("core:label"),
      comment: text("core:comment"),
      edges: edges && [Math.min(...edges), Math.max(...edges)],
      metadata: fields,
    });
  }
  warnings.push(...fewOf(unpaired));
  const lost = annotations.length - known.length;
  const verbs = lost === 1 ? ["lies", "has"] : ["lie", "have"];
  if (lost) {
    warnings.push(
      `${lost} of ${annotations.length} annotations ${verbs[0]} past the end or ${verbs[1]} no length; left out.`,
    );
  }
  return known;
}

/** A collection names the recordings that belong together, and the hashes of their metadata files. */
async function checkCollection(file: ByteSource, folder: Folder, recordings: readonly Recording[]) {
  const collection = objectOf(parseJson(await readText(file, META_LIMIT)), "the file");
  const streams = objectOf(collection.collection, "collection")["core:streams"];
  const byTitle = new Map(recordings.map((recording) => [recording.title, recording]));
  for (const stream of Array.isArray(streams) ? streams : []) {
    const { name, hash } = objectOf(stream, "a stream of core:streams");
    const recording = byTitle.get(String(name));
    const [meta] = folder.get(`${name}${META}`) ?? [];
    if (!recording || !meta) {
      throw new CaptureError(
        `its recording ${quoted(name)} was not given. Choose all files of the collection together.`,
      );
    }
    if (typeof hash === "string" && !(await hasHash(meta, hash))) {
      recording.warnings.push(`${meta.name} was changed since the collection ${file.name} was made: its hash differs.`);
    }
  }
}

async function hasHash(
  source: ByteSource,
  expected: string,
  options: Parameters<NonNullable<Recording["verify"]>>[0] = {},
) {
  const hash = sha512.create();
  const block = 2 ** 20;
  for (let at = 0; at < source.size; at += block) {
    options.signal?.throwIfAborted();
    const end = Math.min(at + block, source.size);
    hash.update(new Uint8Array(await readExactly(source, at, end)));
    options.onProgress?.(end / source.size);
  }
  return bytesToHex(hash.digest()) === expected.toLowerCase();
}
