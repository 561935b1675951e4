import { type Datatype, decode, parseDatatype } from "../../core/capture/datatype.ts";
import { finiteReads, zeroNonFinite } from "../../core/capture/finite.ts";
import type { Recording } from "../../core/capture/recording.ts";
import type { OpenSource, SourceBlock } from "../../core/flow/build/block-factory.ts";
import type { CheckedGraph } from "../../core/flow/graph/checked-graph.ts";
import type { Source } from "../../core/flow/run/source.ts";
import { bytesLeft, isRawRequest, rawItems } from "../../core/live/raw-items.ts";
import { recordedSource } from "../../core/live/recorded.ts";
import { fileSource } from "../files.ts";
import type { UsedFile } from "../distinct-files.ts";
import { orUsage, UsageError } from "../options.ts";
import { recordingFiles } from "../recording-files.ts";
import { channelOf, openRecording } from "../recorded.ts";
import { tell } from "../terminal.ts";
import { typed } from "../help/typed.ts";

/** What the command line gives to sources. */
export interface Inputs {
  /** A recording, or "-" for standard input. */
  in?: string;
  /** SigMF's name of the sample type of standard input. */
  format?: string;
  /** The channel of all recordings, in place of the blocks' own. */
  channel?: string;
}

/** SigMF's name of the sample type of standard input, unless the command line gives another. */
const PIPE_FORMAT = "cf32_le";

/** What a source reads: standard input with a sample type, or a recording. */
type Input = { format: string } | { path: string };

function inputOf(block: string, { needs, request }: SourceBlock, { in: given, format = PIPE_FORMAT }: Inputs): Input {
  if (needs === "pipe") return { format: String(request.format) };
  const path = (needs === "recording" ? String(request.name ?? "") : "") || given;
  if (path === "-") return { format };
  if (path !== undefined) return { path };
  if (needs === "recording") throw new UsageError(`flow: ${block} needs a recording; name it with --in FILE`);
  const instead =
    needs === "radio" ? `rtl_sdr -f 100M -s 2.4M - | ${typed()} flow GRAPH --in - --format cu8` : "--in FILE.wav";
  throw new UsageError(`flow: ${block} needs a ${needs}, which only the page can open; here use ${instead}`);
}

/**
 * Returns how the command opens sources: recordings by their names, pipes, and `--in` in place of a radio. It checks all
 * sources of the graph, before any work.
 *
 * @returns Also the files that the graph names, the recordings that its sources have opened, and a function that says how many
 *   of the samples that were read are no numbers.
 * @throws UsageError for a source without an input, for two that read standard input, and for a recording, a type or a channel
 *   that no source takes.
 */
export function planInputs(
  { blocks }: CheckedGraph,
  given: Inputs,
): { files: UsedFile[]; open: OpenSource; recordings: ReadonlyMap<string, Recording>; tellNonFinite(): void } {
  const sources = blocks.flatMap(({ id, instance }) => (instance?.kind === "source" ? [{ id, instance }] : []));
  const inputs = sources.map(({ id, instance }) => ({ id, instance, input: inputOf(id, instance, given) }));
  const piped = inputs.filter(({ input }) => "format" in input);
  if (piped.length > 1) {
    throw new UsageError(`flow: ${piped[0].id} and ${piped[1].id} both read standard input; give one of them a file`);
  }
  for (const { input, instance } of piped) orUsage(() => pipeType(input as { format: string }, instance));
  const files = inputs.flatMap(({ id, input }) =>
    "path" in input ? recordingFiles(input.path).map((path) => ({ path, by: `the block ${id}` })) : [],
  );
  if (given.channel !== undefined && files.length === 0) {
    throw new UsageError("flow: --input-channel chooses a channel of recordings, and this graph reads none");
  }
  checkTaken(given, inputs);
  const told = new Set<string>();
  const nonFinite = new Map<string, () => number>();
  const recordings = new Map<string, Recording>();
  /** Says once for each recording if no block reads some of its channels. */
  function tellUnread(path: string, channels: number): void {
    const read = inputs.flatMap(({ input, instance }) =>
      "path" in input && input.path === path ? channelRead(instance) : [],
    );
    if (told.has(path) || new Set(read).size >= channels) return;
    told.add(path);
    const numbers = [...new Set(read)].toSorted((a, b) => a - b);
    tell(
      `${path}: has ${channels} channels. The graph reads only ${numbers.length === 1 ? "channel" : "channels"} ${numbers.join(", ")}; --input-channel N reads another.`,
    );
  }
  const open: OpenSource = async (block, source, from) => {
    const input = inputOf(block, source, given);
    if ("format" in input) {
      const pipe = pipeSource(process.stdin, input.format, source);
      nonFinite.set(block, pipe.nonFinite);
      return pipe;
    }
    if (isRawRequest(source)) {
      const file = fileSource(input.path);
      const left = bytesLeft(file, source);
      if (left) tell(`The last ${left} bytes of ${input.path} are no whole item; they are left out.`);
      const raw = rawItems(file, source, from);
      nonFinite.set(block, raw.nonFinite);
      return raw;
    }
    const opened = await openRecording(input.path);
    const reads = finiteReads(opened);
    nonFinite.set(block, reads.nonFinite);
    const recording = { ...opened, ...reads };
    recordings.set(block, recording);
    const channel = given.channel === undefined ? channelRead(source) : channelOf(input.path, recording, given.channel);
    if (given.channel === undefined) tellUnread(input.path, recording.channels);
    const all = { from: 0, to: 0, loop: "off" };
    const request = source.needs === "recording" ? source.request : all;
    return recordedSource(recording, { request: { ...request, channel, type: source.type } }, from);
  };
  const tellNonFinite = () => {
    for (const [block, count] of nonFinite) {
      const samples = count();
      if (samples === 0) continue;
      const hold = samples === 1 ? "sample that it read holds" : "of the samples that it read hold";
      tell(`${block}: ${samples} ${hold} a NaN or an infinity; ${samples === 1 ? "it counts" : "they count"} as zero.`);
    }
  };
  return { files, open, recordings, tellNonFinite };
}

/** @throws UsageError for what the command line gives and no source takes. */
function checkTaken(given: Inputs, inputs: readonly { id: string; instance: SourceBlock; input: Input }[]): void {
  const pipe = inputs.find(({ instance }) => instance.needs === "pipe");
  const isPiped = inputs.some(({ input, instance }) => "format" in input && instance.needs !== "pipe");
  const isTaken = inputs.some(
    ({ instance: { needs, request } }) => needs !== "pipe" && !(needs === "recording" && request.name),
  );
  if (given.in !== undefined && !isTaken) {
    throw new UsageError(
      `flow: --in ${given.in} has no effect: it is the recording of a source block that names no file, and this graph has none`,
    );
  }
  if (given.format !== undefined && !isPiped) {
    if (pipe) {
      throw new UsageError(
        `flow: --format has no effect on ${pipe.id}, which has its own; change it with --set ${pipe.id}.format=${given.format}`,
      );
    }
    throw new UsageError(
      "flow: --format is the sample type of standard input, with --in -; the name of a file tells its own, for example x.cu8",
    );
  }
}

/** The channel of a recording that a source reads. A radio has one. */
const channelRead = ({ needs, request }: SourceBlock): number => (needs === "recording" ? Number(request.channel) : 0);

/** @throws RangeError for complex samples as real ones; CaptureError for an unknown type. */
function pipeType({ format }: { format: string }, { type }: Pick<SourceBlock, "type">): Datatype {
  const datatype = parseDatatype(format);
  if (type !== "real" || !datatype.complex) return datatype;
  throw new RangeError(`standard input has complex samples (${format}), and the block gives real ones`);
}

/**
 * Returns a stream of bytes as a source. The stream waits until the graph reads.
 *
 * @param format SigMF's name of the sample type, e.g. "cu8".
 */
function pipeSource(
  stream: NodeJS.ReadableStream,
  format: string,
  { type: port }: SourceBlock,
): Source & { nonFinite(): number } {
  const datatype = pipeType({ format }, { type: port });
  const chunks = (stream as AsyncIterable<Buffer> & NodeJS.ReadableStream)[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let close = () => {};
  let [isOpen, replaced] = [true, 0];
  const closed = new Promise<undefined>((resolve) => {
    close = () => resolve(undefined);
  });
  return {
    port,
    nonFinite: () => replaced,
    async read() {
      while (isOpen) {
        const next = await Promise.race([chunks.next(), closed]);
        if (next === undefined || next.done) {
          if (rest.length && isOpen) {
            tell(`The last ${rest.length} bytes of standard input are no whole sample; they are left out.`);
          }
          isOpen = false;
          break;
        }
        const bytes = rest.length ? Buffer.concat([rest, next.value]) : next.value;
        const count = Math.floor(bytes.length / datatype.bytes);
        rest = bytes.subarray(count * datatype.bytes);
        if (count === 0) continue;
        const pairs = new Float32Array(2 * count);
        const whole = new Uint8Array(bytes.subarray(0, count * datatype.bytes)).buffer;
        decode(whole, { datatype, channels: 1, channel: 0 }, pairs, 0);
        // As in recordings, a NaN or an infinity counts as zero: a filter would spread it over all samples after it.
        replaced += zeroNonFinite(pairs);
        return { items: port === "real" ? pairs.filter((_, i) => i % 2 === 0) : pairs, tags: [], dropped: 0 };
      }
      return undefined;
    },
    close() {
      isOpen = false;
      close();
      (stream as NodeJS.ReadableStream & { destroy?(): void }).destroy?.();
    },
  };
}
