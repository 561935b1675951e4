import { archiveOf, type OpenSigmfContent, sigmfPair } from "../capture/formats/sigmf-writer.ts";
import type { ByteFormat } from "./byte-samples.ts";
import type { RadioListener } from "./radio.ts";

/** The destination of a recording. */
export interface RecordingTarget {
  /** @param content The recording as far as it is known. Its captures grow, and include the captures of the piece. */
  write(piece: Uint8Array<ArrayBuffer>, content: OpenSigmfContent): Promise<void>;
  /** Ends the file of samples, and writes the metadata. Returns the whole where it stayed in memory. */
  finish(content: OpenSigmfContent, meta: string): Promise<Blob | undefined>;
  /** Largest number of bytes that it takes. */
  readonly most: number;
  /** What a person should know about it, as a sentence. */
  readonly remark?: string;
}

export interface RecorderConfig {
  /** Name of the files, without extension. */
  name: string;
  /** The receiver's name. */
  device: string;
  /** The format of all its samples. */
  format: ByteFormat;
  /** Samples/s. */
  rate: number;
  target: RecordingTarget;
  /** The present time, ms since 1970. */
  now?: () => number;
}

export interface RecorderStatus {
  bytes: number;
  seconds: number;
  /** Why the recording ended early. */
  message?: string;
  /** What a person should know about its destination. */
  remark?: string;
}

/** A recording of a radio while somebody looks at it. */
export interface Recorder extends RadioListener {
  readonly status: RecorderStatus;
  end(): void;
  /**
   * Resolves when all is written: with the whole, where it stayed in memory.
   *
   * @throws The target's errors; Error when nothing was recorded.
   */
  readonly done: Promise<Blob | undefined>;
}

/** Bytes that wait for a slow disk; beyond it the recording ends, because it would have gaps. */
const MOST_WAITING = 2 ** 26;

/**
 * Records a receiver's bytes as SigMF, as they come. Each retuning and each gap begins a capture with its frequency and
 * time. At its largest size, when the disk is too slow, or before bytes of another format, the recording ends and keeps
 * what it has.
 */
export function createRecorder(config: RecorderConfig): Recorder {
  const { name, device, format, rate, target, now = Date.now } = config;
  const captures: { start: number; centerFrequency: number; datetime: string }[] = [];
  const content: OpenSigmfContent = {
    name,
    sampleRate: rate,
    integers: format === "cu8" ? "u8" : "i8",
    // The thread that records also runs the graph.
    hashed: false,
    captures,
    metadata: { "core:hw": device },
  };
  const waiting: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, behind] = [0, 0];
  let ended = false;
  let message: string | undefined;
  let wake = () => {};
  const end = (why?: string) => {
    message ??= why;
    ended = true;
    wake();
  };

  async function* pieces() {
    for (;;) {
      const [piece] = waiting.splice(0, 1);
      if (piece) {
        yield piece;
        behind -= piece.length;
      } else if (ended) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }

  async function write(): Promise<Blob | undefined> {
    const pair = sigmfPair(content, pieces());
    for await (const piece of pair.data) await target.write(piece, content);
    if (bytes === 0) throw new Error("Nothing was recorded: the receiver sent no samples");
    return target.finish(content, pair.meta());
  }
  const done = write();
  done.catch((error: Error) => end(error.message));

  return {
    done,
    get status() {
      return { bytes, seconds: bytes / 2 / rate, message, remark: target.remark };
    },
    bytes(piece, found) {
      if (ended) return;
      if (found !== format) {
        return end(
          `Another receiver took the place of “${device}”. Its samples are ${found}, and the recording holds ${format}`,
        );
      }
      const { most } = target;
      const taken = piece.subarray(0, Math.min(piece.length, most - bytes));
      if (behind + taken.length > MOST_WAITING) return end("The disk is too slow for this sample rate");
      waiting.push(taken);
      bytes += taken.length;
      behind += taken.length;
      if (bytes === most) end(`The recording has reached its limit of ${Math.round(most / 2 ** 20)} MiB`);
      wake();
    },
    mark(frequency) {
      if (ended) return;
      const capture = { start: bytes / 2, centerFrequency: frequency, datetime: new Date(now()).toISOString() };
      if (captures.at(-1)?.start === capture.start) captures.pop();
      captures.push(capture);
    },
    end: () => end(),
  };
}

/** Largest recording in memory, bytes: 3.7 minutes at 2.4 MS/s. */
const MOST_IN_MEMORY = 2 ** 30;

/**
 * Keeps a recording in memory, as one archive.
 *
 * @param more Largest number of bytes in memory.
 * @param before The samples so far, which are elsewhere.
 */
export function memoryTarget(more = MOST_IN_MEMORY, before: readonly Blob[] = []): RecordingTarget {
  const parts = [...before];
  return {
    most: more + before.reduce((sum, { size }) => sum + size, 0),
    async write(piece) {
      // A browser keeps large blobs on disk.
      parts.push(new Blob([piece]));
    },
    finish: async (content, meta) => archiveOf(content, parts, meta),
  };
}
