import { WINDOW_WORDS } from "../../codes/convolutional/decoding.ts";
import { owning } from "../../gpu/owning.ts";
import { sequence, type Stage, type Plan } from "../../gpu/timing.ts";
import { type AcquisitionConfig, createAcquisition } from "../acquisition/acquisition.ts";
import type { SearchSpan } from "../acquisition/page.ts";
import { createFrameCheck } from "../checking/check.ts";
import { createFrameDecoder } from "../decoding/viterbi.ts";
import { createEqualization, type Equalization } from "../equalization/equalization.ts";
import type { EqualizerConfig } from "../equalization/equalizer.ts";
import { dispatchesFor, type FrameTable } from "../frame-table.ts";
import { type Capacity, capacityOf } from "./capacity.ts";

interface ReceiverConfig
  extends SearchSpan, Pick<EqualizerConfig, "estimator" | "keep">, Pick<AcquisitionConfig, "refusing"> {
  /** Received samples, vec2f [length]: 20 MS/s for channels of 20 MHz. */
  samples: GPUBuffer;
  /** Default: `capacityOf` the page. */
  capacity?: Capacity;
  /** Words per window of the Viterbi decoder: shorter windows finish one frame sooner, longer ones many frames. */
  windowWords?: number;
}

export interface OfdmReceiver extends Plan, FrameTable, Pick<Equalization, "carriers" | "llr" | "kept"> {
  /** The stages in order, for timing. */
  readonly stages: readonly Stage[];
  /** H of the long training, vec2f [frame][64] by bin. */
  readonly channel: GPUBuffer;
  /** Decided bits, scrambled, u32 from word firstWord of each frame on: SERVICE and PSDU. */
  readonly decisions: GPUBuffer;
  /** PSDUs, u32 from word firstWord of each frame on, octets little-endian. */
  readonly psdu: GPUBuffer;
  /** Takes effect for later submissions. */
  setPage(page: SearchSpan): void;
}

/** Samples of a page that needs few workgroups. */
const SHORT_PAGE = 2 ** 16;

/**
 * Receiver of 802.11 OFDM: from samples to checked frames, without a readback in between.
 *
 * @throws RangeError when a number of the configuration is out of range.
 */
export async function createOfdmReceiver(device: GPUDevice, config: ReceiverConfig): Promise<OfdmReceiver> {
  const { windowWords = WINDOW_WORDS, capacity = capacityOf(config, windowWords), ...rest } = config;
  const { frames: most, symbols, words, windows } = capacity;
  return owning(device, async ({ keep }) => {
    const acquisition = await keep(
      createAcquisition(device, {
        ...rest,
        capacity: most,
        room: { symbols, words },
        windowWords,
        // Workgroups without work end sooner than WebGPU checks a number of workgroups in a buffer.
        dispatches: rest.length > SHORT_PAGE ? undefined : dispatchesFor(device, capacity),
      }),
    );
    const { frames, counts, dispatches, channel } = acquisition;
    const table: FrameTable = { frames, counts, dispatches };
    const equalization = await keep(createEqualization(device, { ...rest, ...table, channel, symbols, words }));
    const { carriers, llr, kept } = equalization;
    const decoder = await keep(createFrameDecoder(device, { ...table, llr, words, windows, windowWords }));
    const { decisions } = decoder;
    const check = await keep(createFrameCheck(device, { ...table, decisions, words }));
    const stages = [acquisition, equalization, decoder, check];
    return {
      ...sequence("wifi/receiver", stages),
      ...table,
      stages,
      channel,
      carriers,
      llr,
      kept,
      decisions,
      psdu: check.psdu,
      setPage: (page) => acquisition.setPage(page),
    };
  });
}
