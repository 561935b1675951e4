import { type Dispatches, dispatchesIn, type FrameTable } from "../frame-table.ts";
import { dataSymbols, MOST_OCTETS } from "../frame/data-field.ts";
import { RATES } from "../frame/rates.ts";
import { SYMBOL_SAMPLES } from "../frame/symbol.ts";
import { owning } from "../../gpu/owning.ts";
import { sequence, type Plan } from "../../gpu/timing.ts";
import { createFrameLayout, type Room } from "../layout/frames.ts";
import { createSignalDecoder } from "../signal/decoder.ts";
import { createFormatDecoder } from "../signal/format.ts";
import { createAutocorrelation } from "./autocorrelation.ts";
import { createCandidates } from "./candidates.ts";
import { checkedSpan, type SearchSpan } from "./page.ts";
import { createSynchronization } from "./synchronization.ts";

export interface AcquisitionConfig extends Partial<SearchSpan> {
  /** Received samples at 20 MS/s, vec2f [length]. */
  samples: GPUBuffer;
  /** Samples of the page, with some of its neighbours before and after its own. */
  length: number;
  /** Most lines of the table. */
  capacity: number;
  /** Least |ρ|² of the short training, 0 to 1. Default: `THRESHOLD` of search.ts. */
  threshold?: number;
  /** Least likeness of the long training, 0 to 1. Default: `LIKENESS` of search.ts. */
  likeness?: number;
  /** The room of later stages. Default: {@link roomOf} the length. */
  room?: Room;
  /** Words per window of the Viterbi decoder. Default: `WINDOW_WORDS`. */
  windowWords?: number;
  /** Workgroups for the table. Default: as many as the found frames need. */
  dispatches?: Dispatches;
  /** Creates a stage that may refuse frames after SIGNAL, before their data get places. */
  refusing?(table: FrameTable): Promise<Plan>;
}

export interface Acquisition extends Plan {
  /** One bit per sample, u32 [ceil(length/32)], LSB first: 1 where the autocorrelation is above the threshold. */
  readonly above: GPUBuffer;
  /** The table, struct Frame of lib/frame.wgsl [frame], in order of start: all members up to the places. */
  readonly frames: GPUBuffer;
  /** u32: frames in the table, dropped candidates, symbols of data, words of decoded bits, windows of the decoder. */
  readonly counts: GPUBuffer;
  readonly dispatches: Dispatches;
  /** H, vec2f [frame][64] by bin, from both symbols of the long training. */
  readonly channel: GPUBuffer;
  readonly room: Room;
  /** Sets another page, no longer than the first one. Takes effect for later submissions. */
  setPage(page: SearchSpan): void;
}

/**
 * Returns memory sizes for the data of all frames that fit one after the other, and for as many symbols of false
 * detections, at any rate.
 */
export function roomOf(length: number): Room {
  const fastest = RATES[RATES.length - 1];
  const symbols = 2 * Math.ceil(length / SYMBOL_SAMPLES) + dataSymbols(MOST_OCTETS, RATES[0]);
  return { symbols, words: Math.ceil((symbols * fastest.dataBits) / 32) };
}

/**
 * Finds the frames of a page: autocorrelation, candidates, synchronization, SIGNAL, format, and the places of their data. The table lists each
 * candidate; `status` says why one cannot be received. All data stay on the GPU.
 *
 * A page lists the frames whose candidates are among its own samples. A recording that is cut into pages has the same table as the
 * whole recording if each page has {@link LEAD} samples of the page before it, and after its own samples as many as the longest frame
 * and LEAD more. A frame that begins before the recording is not received.
 *
 * @throws RangeError when a number of the configuration is out of range.
 */
export async function createAcquisition(device: GPUDevice, config: AcquisitionConfig): Promise<Acquisition> {
  const label = "wifi/acquisition";
  const { samples, length, lead = 0, own = length - lead, capacity, threshold, likeness, windowWords } = config;
  const page = checkedSpan(label, { length, lead, own });
  const room = config.room ?? roomOf(length);
  return owning(device, async ({ keep }) => {
    const autocorrelation = await keep(createAutocorrelation(device, { samples, length, threshold }));
    const above = autocorrelation.output;
    const list = await keep(createCandidates(device, { above, capacity, ...page }));
    const { candidates, counts } = list;
    const dispatches = config.dispatches ?? dispatchesIn(list.dispatches);
    const table = { samples, length, counts, groups: dispatches.frames, capacity };
    const synchronization = await keep(createSynchronization(device, { ...table, candidates, likeness }));
    const { frames, channel } = synchronization;
    const signal = await keep(createSignalDecoder(device, { ...table, frames, channel }));
    const format = await keep(createFormatDecoder(device, { ...table, frames, channel }));
    const refusal = config.refusing && (await keep(config.refusing({ frames, counts, dispatches })));
    const layout = await keep(
      createFrameLayout(device, { counts, dispatches: list.dispatches, length, frames, room, windowWords }),
    );
    const stages = [autocorrelation, list, synchronization, signal, format, refusal, layout].filter(
      (stage) => stage !== undefined,
    );
    return {
      ...sequence(label, stages),
      steps: stages,
      above,
      frames,
      counts,
      dispatches,
      channel,
      room,
      setPage(next) {
        const { length: samplesNow } = checkedSpan(label, next);
        list.setPage(next);
        for (const stage of [autocorrelation, synchronization, signal, format, layout]) stage.setLength(samplesNow);
      },
    };
  });
}
