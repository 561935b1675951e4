import { createQueue } from "../flow/run/queue.ts";
import type { Source } from "../flow/run/source.ts";
import type { Tag } from "../flow/graph/tag.ts";
import { type ByteFormat, samplesOfBytes } from "./byte-samples.ts";
import { createLossMeter } from "./loss-meter.ts";

/** Settings of a receiver. */
export interface RadioRequest {
  /** Hz. */
  frequency: number;
  /** Samples/s. It stays as long as the receiver is open. */
  rate: number;
  gainControl: "automatic" | "manual";
  /** dB, with manual gain control. */
  gain: number;
  ppm: number;
  biasTee: "off" | "on";
}

/** The answer to one request for samples. */
export interface RadioTransfer {
  /** A stalled transfer has no bytes, and the receiver sends none until the stall is cleared. */
  status: "ok" | "stall";
  /** I and Q in turn, in the receiver's format; fewer than were asked for in a short transfer. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** An open receiver. All its methods reject when it is unplugged. */
export interface RadioDevice {
  /** The receiver's name. */
  readonly name: string;
  readonly format: ByteFormat;
  /**
   * Makes the settings its own. Calls do not overlap.
   *
   * @returns Sentences about the settings that a person should know, e.g. how the gain is divided.
   * @throws RangeError for settings that this kind of receiver does not have.
   */
  tune(request: RadioRequest): Promise<string | undefined>;
  /** Throws away old samples. Samples come from then on. */
  start(): Promise<void>;
  /** Asks for samples. Calls overlap, and are answered in order. */
  read(bytes: number): Promise<RadioTransfer>;
  clearStall(): Promise<void>;
  close(): Promise<void>;
}

export interface RadioDriver {
  /** Opens a receiver that a person has allowed; returns undefined when none is connected. */
  open(): Promise<RadioDevice | undefined>;
  /** Resolves when a receiver has been connected, or the signal aborts. */
  connected(signal: AbortSignal): Promise<void>;
}

export interface RadioStatus {
  state: "receiving" | "unplugged" | "closed";
  name: string;
  format: ByteFormat;
  request: RadioRequest;
  /** What the receiver says about its settings. */
  remark?: string;
  /** Samples that have come, and samples that were lost because they were not taken in time. */
  samples: number;
  dropped: number;
  /** The last failure that did not end the reception. */
  message?: string;
}

export interface RadioOptions {
  /** Called when the state changes, and about twice per second of samples. */
  onStatus?: (status: RadioStatus) => void;
  /** Seconds of samples that wait for a slow reader; more are dropped and counted. Default 1. */
  patience?: number;
  /** Seconds of a clock that never goes back. */
  clock?: () => number;
}

/** Takes the receiver's bytes as they come. */
export interface RadioListener {
  bytes(bytes: Uint8Array<ArrayBuffer>, format: ByteFormat): void;
  /** Samples are missing before the next bytes, or they have another frequency. */
  mark(frequency: number): void;
}

export interface Radio extends Source {
  set(request: Partial<RadioRequest>): void;
  readonly status: RadioStatus;
  /** Resolves when the receiver is free again. */
  readonly closed: Promise<void>;
  /** Gives somebody the bytes too, e.g. a recording; undefined ends it. */
  listen(listener: RadioListener | undefined): void;
}

/** Bytes that wait for the graph. Another receiver may have another format. */
interface Waiting {
  length: number;
  bytes: Uint8Array<ArrayBuffer>;
  format: ByteFormat;
}

/** Transfers in flight. Together they hold the samples while this thread is busy: about 0.4 s. */
const TRANSFERS = 16;
/** Duration of a transfer, s. */
const DURATION = 0.025;
/** Largest transfer, bytes. Linux allows 16 MiB in flight for all programs and receivers together. */
const MOST_BYTES = 2 ** 19;
/** USB sends packets of 512 bytes. */
const PACKET = 512;

const defaultClock = () => performance.now() / 1000;

/**
 * Opens a receiver as a source of complex samples. It keeps several transfers in flight. After the receiver was
 * unplugged, the source waits for it and continues; a tag "unplugged" tells the first sample after that. A tag "rx_freq"
 * tells each new frequency at the first sample that surely has it.
 *
 * @throws Error when no receiver is connected; the driver's errors.
 */
export async function openRadio(driver: RadioDriver, first: RadioRequest, options: RadioOptions = {}): Promise<Radio> {
  const { onStatus = () => {}, patience = 1, clock = defaultClock } = options;
  const { rate } = first;
  const size = Math.min(MOST_BYTES, PACKET * Math.ceil((2 * rate * DURATION) / PACKET));
  const queue = createQueue<Waiting>({
    port: "complex",
    width: 2,
    capacity: Math.ceil(Math.max(patience * rate, size)),
  });
  const ending = new AbortController();
  let request = first;
  let [samples, reportedAt] = [0, 0];
  let state: RadioStatus["state"] = "receiving";
  let message: string | undefined;
  let listener: RadioListener | undefined;
  /** Tags of the next samples. */
  let tags: Tag[] = [];
  let device: RadioDevice | undefined;
  let name = "";
  let format: ByteFormat;
  let remark: string | undefined;
  /** Set while the receiver makes settings its own. */
  let tuning: Promise<void> | undefined;

  const statusNow = (): RadioStatus => ({
    state,
    name,
    format,
    request,
    remark,
    samples,
    dropped: queue.dropped,
    message,
  });
  const tell = (next: Partial<Pick<RadioStatus, "state" | "message">> = {}) => {
    ({ state = state, message } = { message, ...next });
    reportedAt = samples;
    onStatus(statusNow());
  };

  /** Tunes until the receiver has the newest settings. */
  async function follow(receiver: RadioDevice): Promise<void> {
    try {
      for (let wanted: RadioRequest | undefined; wanted !== request;) {
        wanted = request;
        remark = await receiver.tune(wanted);
      }
    } finally {
      tuning = undefined;
    }
  }

  const tune = (receiver: RadioDevice) => (tuning ??= follow(receiver));

  /** Makes a receiver ready, or closes it. */
  async function begin(receiver: RadioDevice): Promise<void> {
    try {
      await tune(receiver);
      await receiver.start();
      ({ name, format } = receiver);
    } catch (error) {
      await receiver.close().catch(() => {});
      throw error;
    }
  }

  /** The frequency that samples of a new transfer have. */
  let [tuned, marked] = [first.frequency, Number.NaN];
  const note = (frequency: number) => {
    if (frequency === marked) return;
    marked = frequency;
    tags.push({ sample: 0, key: "rx_freq", value: frequency });
    listener?.mark(frequency);
  };

  /** Receives until the receiver fails or the source is closed. */
  async function receive(receiver: RadioDevice): Promise<void> {
    const losses = createLossMeter(rate);
    const flight: { answer: Promise<RadioTransfer>; frequency: number }[] = [];
    let odd = new Uint8Array(0);
    const ask = () => {
      const answer = receiver.read(size);
      // Awaited in turn.
      answer.catch(() => {});
      if (!tuning) tuned = request.frequency;
      flight.push({ answer, frequency: tuned });
    };
    while (flight.length < TRANSFERS) ask();
    while (!ending.signal.aborted) {
      const [{ answer, frequency }] = flight.splice(0, 1);
      const { status, bytes } = await answer;
      if (ending.signal.aborted) return;
      if (status === "stall") await receiver.clearStall();
      ask();
      // I and Q stay together when a transfer ends between them.
      const whole = odd.length > 0 ? joined(odd, bytes) : bytes;
      const even = whole.subarray(0, whole.length - (whole.length % 2));
      odd = whole.slice(even.length);
      const lost = losses.came(even.length / 2, clock());
      if (lost > 0) {
        queue.lose(lost);
        listener?.mark(frequency);
      }
      if (even.length === 0) continue;
      note(frequency);
      listener?.bytes(even, receiver.format);
      if (queue.push({ length: even.length, bytes: even, format: receiver.format }, tags)) tags = [];
      samples += even.length / 2;
      if (samples - reportedAt > rate / 2) tell();
    }
  }

  /** Waits for a receiver, and makes it ready. */
  async function reopen(): Promise<RadioDevice | undefined> {
    while (!ending.signal.aborted) {
      try {
        const found = await driver.open();
        if (found) {
          await begin(found);
          return found;
        }
      } catch (error) {
        tell({ message: (error as Error).message });
      }
      await driver.connected(ending.signal);
    }
    return undefined;
  }

  async function run(receiver: RadioDevice): Promise<void> {
    for (let now: RadioDevice | undefined = receiver; now; now = await reopen()) {
      device = now;
      marked = Number.NaN;
      tell({ state: "receiving", message: undefined });
      const before = samples;
      const failure: unknown = await receive(now).catch((error: unknown) => error);
      device = undefined;
      await now.close().catch(() => {});
      if (ending.signal.aborted) break;
      tags.push({ sample: 0, key: "unplugged", value: true });
      tell({ state: "unplugged", message: (failure as Error).message });
      // A receiver that sent nothing needs a pause.
      if (samples === before) await driver.connected(ending.signal);
    }
    tell({ state: "closed" });
  }

  const opened = await driver.open();
  if (!opened) throw new Error("No receiver is connected. Plug it in, and choose “Connect a radio”");
  await begin(opened);
  const closed = run(opened).catch((error: Error) => queue.fail(error));

  return {
    port: "complex",
    closed,
    get status() {
      return statusNow();
    },
    async read() {
      const chunk = await queue.read();
      return chunk && { ...chunk, items: samplesOfBytes(chunk.items.bytes, chunk.items.format) };
    },
    set(change) {
      request = { ...request, ...change, rate };
      const receiver = device;
      if (!receiver) return;
      tune(receiver).then(
        () => tell({ message: undefined }),
        // The transfers of a lost receiver report it.
        (error: Error) => device === receiver && tell({ message: error.message }),
      );
    },
    listen(next) {
      listener = next;
      listener?.mark(Number.isNaN(marked) ? request.frequency : marked);
    },
    close() {
      ending.abort();
      queue.close();
      // Ends the transfers in flight.
      void device?.close().catch(() => {});
    },
  };
}

function joined(a: Uint8Array<ArrayBuffer>, b: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
