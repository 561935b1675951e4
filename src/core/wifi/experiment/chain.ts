import { readBack } from "../../gpu/readback.ts";
import { owningRehearsed } from "../../gpu/owning.ts";
import type { Stage } from "../../gpu/timing.ts";
import { WINDOW_WORDS } from "../../codes/convolutional/decoding.ts";
import { createAcquisition } from "../acquisition/acquisition.ts";
import { createFrameCheck } from "../checking/check.ts";
import { createFrameDecoder } from "../decoding/viterbi.ts";
import { createEqualizer, type OfdmEqualizer } from "../equalization/equalizer.ts";
import { createReceivedSymbols } from "../equalization/symbols.ts";
import { dispatchesFor, type FrameTable } from "../frame-table.ts";
import type { Rate } from "../frame/rates.ts";
import { FFT_LENGTH } from "../frame/symbol.ts";
import { gainInstants, tapCount } from "../transmission/channel.ts";
import { noisePerCarrier, type WifiExperiment } from "./experiment.ts";
import { createExpectedFrames } from "./expected-frames.ts";
import { createKnownFrames, equalFrameSizes, type FrameSizes } from "./known-frames.ts";
import { createKnownTraining } from "./known-training.ts";
import { createPacketErrors } from "./packet-errors.ts";
import { createTransmission, slotOf, type Transmission } from "../transmission/transmission.ts";

/** Transmitter, channel, and a receiver per estimator for pages of a fixed number of packets of one rate. */
export interface WifiChain extends Pick<Transmission, "slot" | "samples" | "sent" | "states"> {
  /** The table of frames that all estimators but the genie use, and H of each from its long training, vec2f [frame][64]. */
  readonly frames: GPUBuffer;
  readonly training: GPUBuffer;
  readonly sizes: FrameSizes;
  /** The buffers of each estimator's receiver, in the order of the configuration. */
  readonly receivers: readonly WifiReceiver[];
  /** The whole block diagram. */
  readonly stages: readonly Stage[];
  /** Takes effect for later submissions. */
  setPage(page: { firstPacket: number; snrDb: number }): void;
  /** Runs the page and returns each packet's wrong bits for each estimator; MISSED for a packet that was not received. */
  run(): Promise<Uint32Array[]>;
  destroy(): void;
}

/** The buffers of one estimator's receiver: its table, H of each frame or symbol, and what equalizer and decoder leave. */
interface WifiReceiver extends Pick<FrameTable, "frames" | "counts">, Pick<OfdmEqualizer, "llr" | "kept"> {
  readonly channel: GPUBuffer;
  readonly decisions: GPUBuffer;
}

/** Lines of the table of frames per slot, for those that noise and data feign. */
const FRAMES_PER_SLOT = 2;
/** Most packets per page. */
const MOST_PAGE = 16_384;
/** Size of the largest buffers of all receivers together, bytes: each estimator at each rate has its own. */
const MOST_BYTES = 2 ** 30;

/** Returns the most packets of a rate that the device can bind: slots, LLRs, carriers or gains have the largest buffer. */
export function mostPackets({ limits }: GPUDevice, config: WifiExperiment, rate: Rate): number {
  const slot = slotOf(config, rate);
  const { symbols, words } = equalFrameSizes({ rate, octets: config.bytes, packets: 1 });
  const gains = gainInstants(config, slot) * tapCount(config);
  const widest = 8 * Math.max(slot.length, symbols * FFT_LENGTH, 32 * words, gains);
  const share = MOST_BYTES / (config.estimators.length * config.rateMbps.length);
  const bytes = Math.min(share, limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  return Math.max(1, Math.min(MOST_PAGE, limits.maxComputeWorkgroupsPerDimension, Math.floor(bytes / widest)));
}

export interface WifiChainOptions {
  /** True to keep the equalized points and H of each symbol. Default: false. */
  inspected?: boolean;
}

/** @throws OutOfMemoryError when the device has no memory for this many packets. */
export async function createWifiChain(
  device: GPUDevice,
  config: WifiExperiment,
  rate: Rate,
  packets: number,
  { inspected = false }: WifiChainOptions = {},
): Promise<WifiChain> {
  return owningRehearsed(device, async ({ keep, scratch }) => {
    const { bytes: octets } = config;
    const size = { rate, octets, packets };
    const transmission = await keep(createTransmission(device, config, rate, packets));
    const { slot, samples, sent, states, offset } = transmission;
    const stages: Stage[] = [...transmission.stages];
    const sizes = equalFrameSizes(size);
    const { symbols, words, windows } = sizes;
    const known = await keep(createKnownFrames(device, { ...size, slot, offset }));

    /** The symbols of a table's frames. */
    const received = async (table: FrameTable) => {
      const { frames, counts, dispatches } = table;
      const plan = await keep(createReceivedSymbols(device, { frames, counts, dispatches, samples, symbols }));
      stages.push(plan);
      return { frames, counts, dispatches, carriers: plan.carriers };
    };
    /** The frames that a receiver knows in advance, or finds, and its estimates of their channels. */
    const synchronized = async () => {
      if (config.synchronization === "genie") {
        const training = await keep(createKnownTraining(device, { ...known, samples, capacity: packets }));
        stages.push(training);
        return { ...(await received(known)), channel: training.channel };
      }
      const capacity = FRAMES_PER_SLOT * packets;
      const acquisition = await keep(
        createAcquisition(device, {
          samples,
          length: packets * slot.length,
          capacity,
          room: { symbols, words },
          windowWords: WINDOW_WORDS,
          // Nearly every candidate is a packet.
          dispatches: dispatchesFor(device, { ...sizes, frames: capacity }),
          refusing: (table) => createExpectedFrames(device, { ...table, rate, octets, capacity }),
        }),
      );
      stages.push(acquisition);
      return { ...(await received(acquisition)), channel: acquisition.channel };
    };
    /** The true channel. */
    const revealed = async () => {
      const truth = await keep(transmission.createTruth());
      stages.push(truth);
      // The genie's equalizer uses H of each symbol; the tracking would use the other one, but a genie needs no tracking.
      return { truth: truth.response, channel: truth.response };
    };
    const found = await synchronized();
    const told = async () => {
      const table = config.synchronization === "genie" ? found : await received(known);
      return { ...table, ...(await revealed()) };
    };
    const genie = config.estimators.includes("genie") ? await told() : undefined;

    const counters: GPUBuffer[] = [];
    const receivers: WifiReceiver[] = [];
    for (const estimator of config.estimators) {
      const table = (estimator === "genie" && genie) || found;
      const equalizer = await keep(createEqualizer(device, { ...table, estimator, symbols, words, keep: inspected }));
      const decoder = await keep(createFrameDecoder(device, { ...table, llr: equalizer.llr, words, windows, scratch }));
      const check = await keep(createFrameCheck(device, { ...table, decisions: decoder.decisions, words }));
      const counter = await keep(
        createPacketErrors(device, { ...table, slots: packets, slot, octets, sent, psdu: check.psdu }),
      );
      stages.push(equalizer, decoder, check, counter);
      counters.push(counter.errors);
      const { frames, counts, channel } = table;
      const { llr, kept } = equalizer;
      receivers.push({ frames, counts, channel, llr, kept, decisions: decoder.decisions });
    }
    return {
      slot,
      samples,
      sent,
      states,
      frames: found.frames,
      training: found.channel,
      sizes,
      receivers,
      stages,
      setPage(page) {
        transmission.setPage(page);
        known.setNoise(noisePerCarrier(page.snrDb));
      },
      async run() {
        const recorder = device.createCommandEncoder({ label: "802.11 chain" });
        for (const stage of stages) stage.encode(recorder);
        const read = await readBack(
          device,
          counters.map((buffer) => ({ buffer, size: 4 * packets })),
          recorder,
        );
        return read.map((bytes) => new Uint32Array(bytes));
      },
    };
  });
}
