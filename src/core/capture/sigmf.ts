import { type ByteSource, readExactly, readText } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";
import { stemOf } from "./file-name.ts";
import { gunzip } from "./gunzip.ts";
import {
  type Annotation,
  type Capture,
  type Recording,
  type Segment,
  sampleReader,
  wholeSegment,
} from "./recording.ts";
import { Sha512 } from "./sha512.ts";
import { hertz, objectOf, parseJson, parseSigmf, type SigmfMetadata } from "./sigmf-metadata.ts";
import { readTar } from "./tar.ts";

const META = ".sigmf-meta";
const DATA = ".sigmf-data";
const COLLECTION = ".sigmf-collection";
const ARCHIVE = /\.sigmf(\.gz|\.xz)?$/;

/** Metadata are text for people; more than this is something else. */
const META_LIMIT = 2 ** 27;

/**
 * The SigMF recordings among some files: pairs, archives (`.sigmf`, `.sigmf.gz`), collections, and metadata that name a data
 * file of another format.
 *
 * @returns The recordings, and the files that do not belong to any.
 * @throws CaptureError when a recording is not whole or cannot be read.
 */
export async function openSigmf(
  files: readonly ByteSource[],
): Promise<{ recordings: Recording[]; rest: ByteSource[] }> {
  const archives = files.filter(({ name }) => ARCHIVE.test(name));
  const loose = files.filter((file) => !archives.includes(file));
  const { recordings, used } = await openFolder(loose);
  for (const archive of archives) {
    const unpacked = archive.name.endsWith(".sigmf") ? archive : await gunzip(archive);
    const folders = new Map<string, ByteSource[]>();
    for (const { path, file } of await readTar(unpacked)) {
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      folders.set(folder, [...(folders.get(folder) ?? []), file]);
    }
    const inside: Recording[] = [];
    for (const members of folders.values()) inside.push(...(await openFolder(members)).recordings);
    if (inside.length === 0) {
      throw new CaptureError(`${archive.name}: holds no ${META} file, and so no recording. Is it a SigMF archive?`);
    }
    recordings.push(...inside);
  }
  return { recordings, rest: loose.filter((file) => !used.has(file)) };
}

async function openFolder(files: readonly ByteSource[]): Promise<{ recordings: Recording[]; used: Set<ByteSource> }> {
  const used = new Set<ByteSource>();
  const recordings: Recording[] = [];
  for (const meta of files.filter(({ name }) => name.endsWith(META))) {
    const metadata = await within(meta, async () => parseSigmf(await readText(meta, META_LIMIT)));
    const data = dataOf(meta, metadata, files);
    used.add(meta).add(data);
    recordings.push(await within(meta, async () => recordingOf(meta, metadata, data)));
  }
  for (const file of files.filter(({ name }) => name.endsWith(COLLECTION))) {
    used.add(file);
    await within(file, () => checkCollection(file, files, recordings));
  }
  const orphan = files.find((file) => file.name.endsWith(DATA) && !used.has(file));
  if (orphan) {
    const wanted = stemOf(orphan.name) + META;
    throw new CaptureError(`${orphan.name}: its description, ${wanted}, was not given. Choose both files together.`);
  }
  return { recordings, used };
}

/** Puts the file's name before the message of what goes wrong with it. */
async function within<T>(file: ByteSource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CaptureError) || error.message.startsWith(`${file.name}: `)) throw error;
    throw new CaptureError(`${file.name}: ${error.message}`);
  }
}

function dataOf(meta: ByteSource, { global }: SigmfMetadata, files: readonly ByteSource[]): ByteSource {
  const dataset = global["core:dataset"];
  const wanted = typeof dataset === "string" ? dataset : stemOf(meta.name) + DATA;
  const data = files.find(({ name }) => name === wanted);
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
  const segments = segmentsOf(metadata, source);
  const last = segments[segments.length - 1];
  const samples = last.sample + last.samples;
  const captures = capturesOf(metadata, samples);
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
    read: sampleReader({ source, datatype, channels, segments }),
    verify: typeof hash === "string" ? (options) => hasHash(source, hash, options) : undefined,
  };
}

/** Capture k starts at byte Σ header_bytes(0…k) + sample_start(k)·bytes·channels; captures past the end are taken out. */
function segmentsOf(metadata: SigmfMetadata, source: ByteSource): Segment[] {
  const { datatype, channels, captures, trailingBytes, warnings } = metadata;
  const stride = datatype.bytes * channels;
  const end = source.size - trailingBytes;
  const segments: Segment[] = [];
  let sample = 0;
  let headers = 0;
  for (const [k, { start, headerBytes }] of captures.entries()) {
    if (start > 0 && headers + headerBytes + start * stride >= end) {
      const past = captures.splice(k).length;
      warnings.push(`${past} of ${k + past} captures start past the end of the samples and were left out.`);
      break;
    }
    if (start > sample) segments.push({ sample, byte: headers + sample * stride, samples: start - sample });
    headers += headerBytes;
    sample = start;
  }
  const tail = wholeSegment({ source, datatype, channels }, headers + sample * stride, end, warnings);
  return [...segments, { ...tail, sample }];
}

function capturesOf({ captures, warnings }: SigmfMetadata, samples: number): Capture[] {
  if (captures.length === 0) captures.push({ start: 0, headerBytes: 0, fields: {} });
  return captures.map(({ start, fields }, k) => {
    const datetime = fields["core:datetime"];
    return {
      start,
      count: (captures[k + 1]?.start ?? samples) - start,
      centerFrequency: hertz(fields, "core:frequency", -Infinity, warnings),
      datetime: typeof datetime === "string" ? datetime : undefined,
      metadata: fields,
    };
  });
}

function annotationsOf({ annotations, warnings }: SigmfMetadata, captures: readonly Capture[], samples: number) {
  const known: Annotation[] = [];
  for (const { start, fields } of annotations) {
    if (start >= samples) continue;
    const capture = captures.findLast((capture) => capture.start <= start);
    const end = capture ? capture.start + capture.count : captures[0].start;
    const count = fields["core:sample_count"] ?? end - start;
    if (typeof count !== "number" || !(count >= 0)) continue;
    const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : undefined);
    const [low, high] = [fields["core:freq_lower_edge"], fields["core:freq_upper_edge"]];
    const paired = typeof low === "number" && typeof high === "number" && low <= high;
    if (!paired && (low !== undefined || high !== undefined)) {
      warnings.push(`The annotation at sample ${start} has frequency edges that are not a pair; they were left out.`);
    }
    known.push({
      start,
      count: Math.min(Math.floor(count), samples - start),
      label: text("core:label"),
      comment: text("core:comment"),
      edges: paired ? [low, high] : undefined,
      metadata: fields,
    });
  }
  const lost = annotations.length - known.length;
  if (lost) warnings.push(`${lost} of ${annotations.length} annotations lie past the end or have no length; left out.`);
  return known;
}

/** A collection names the recordings that belong together, and the hashes of their metadata files. */
async function checkCollection(file: ByteSource, files: readonly ByteSource[], recordings: readonly Recording[]) {
  const collection = objectOf(parseJson(await readText(file, META_LIMIT)), "the file");
  const streams = objectOf(collection.collection, "collection")["core:streams"];
  for (const stream of Array.isArray(streams) ? streams : []) {
    const { name, hash } = objectOf(stream, "a stream of core:streams");
    const recording = recordings.find(({ title }) => title === name);
    const meta = files.find((candidate) => candidate.name === `${name}${META}`);
    if (!recording || !meta) {
      throw new CaptureError(
        `its recording ${JSON.stringify(name)} was not given. Choose all files of the collection together.`,
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
  const hash = new Sha512();
  const block = 2 ** 20;
  for (let at = 0; at < source.size; at += block) {
    options.signal?.throwIfAborted();
    const end = Math.min(at + block, source.size);
    hash.update(new Uint8Array(await readExactly(source, at, end)));
    options.onProgress?.(end / source.size);
  }
  return hash.digest() === expected.toLowerCase();
}
