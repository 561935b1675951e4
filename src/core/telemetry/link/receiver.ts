import { createOverlapSave } from "../../convolution/overlap-save.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import type { Decided } from "../detection/decided.ts";
import { createErrorCount } from "../detection/errors.ts";
import { createOqpskDetector } from "../detection/oqpsk.ts";
import { loopOf } from "../detection/loop.ts";
import { createFilteredPackets } from "../equalizer/adaptation.ts";
import { type Equalizer, equalizers } from "../equalizer/registry.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "../equalizer/taps.ts";
import { createAverageEstimate } from "../estimation/average.ts";
import { type ChannelEstimate, createChannelEstimate } from "../estimation/channel.ts";
import { createFrequencyEstimate } from "../estimation/frequency.ts";
import { createWindow } from "../estimation/window.ts";
import { createReceiveFilter } from "../front-end/receive-filter.ts";
import { owning } from "../../gpu/owning.ts";
import type { Stage, Plan } from "../../gpu/timing.ts";
import { BLOCK_PACKETS, WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { createPreambleDetector } from "../preamble/detector.ts";
import { PACKET_BITS, SAMPLES_PER_BIT } from "../packet.ts";
import { type EqualizerName, MMSE_FOLLOWERS } from "../equalizer/names.ts";
import type { LinkSettings } from "./settings.ts";
import type { ReceiverBuffers } from "../buffers.ts";

/** What the receiver knows about a recording in advance. */
export interface Received {
  /** Samples in the whole recording. */
  length: number;
  /** Sample at which packet 0 starts, if known. */
  firstOffset?: number;
  /** Residue of the packet starts modulo the packet length, if all blocks share it. */
  anchor?: number;
}

interface ReceiverConfig extends Received {
  /** Blocks in the page. */
  blocks: number;
  /** Slots to search for packets, a multiple of 8; by default all, 32 per block. */
  slots?: number;
  /** Received samples, vec2f [block][BLOCK_LENGTH]. */
  samples: GPUBuffer;
  /** Transmitted bits, u32 [block][36][198]; without them no errors are counted. */
  sent?: GPUBuffer;
  scenario: LinkSettings;
}

/** One equalizer's part of the receiver, from the packets' windows to decided bits. */
export interface Branch {
  readonly equalizer: EqualizerName;
  /** Taps, vec2f [slot][186]; undefined for the frequency-domain equalizers. */
  readonly taps?: GPUBuffer;
  /** CMA only: its cost before each pass, f32 [pass][slot]. */
  readonly cost?: GPUBuffer;
  /** MMSE's taps, from which CMA (unless blind), LMS and RLS start. */
  readonly initial?: GPUBuffer;
  /** LMS and RLS: their final taps behind MMSE's, vec2f [tap][slot]. */
  readonly adapted?: GPUBuffer;
  /** DFE: its forward filter, vec2f [slot][32]. */
  readonly forward?: GPUBuffer;
  /** u32 [slot][198] */
  readonly decisions: GPUBuffer;
  /** The loop's θ in rad, not wrapped, at every 64th bit, f32 [slot][99]. */
  readonly phase: GPUBuffer;
  /** De-rotated decision samples of the page's first block, vec2f [32][6336]. */
  readonly symbols: GPUBuffer;
  /** u32 [slot]; undefined if the transmitted bits are unknown. */
  readonly errors?: GPUBuffer;
  /** Number of the receiver's stages up to the last stage of this equalizer. */
  readonly end: number;
}

/** The receiver for a page of blocks: from samples to bits and error counts, all on the GPU. */
export interface Receiver extends Readonly<ReceiverBuffers> {
  readonly blocks: number;
  readonly branches: readonly Branch[];
  /** The block diagram, in the order in which it runs. */
  readonly stages: readonly Stage[];
  setFirstBlock(firstBlock: number): void;
  /** Switches to another recording, at its first block. */
  setReceived(received: Received): void;
  /** Sets the changeable fields of another scenario of the same structure. Takes effect for later submissions. */
  setScenario(scenario: LinkSettings): void;
  destroy(): void;
}

export async function createReceiver(device: GPUDevice, config: ReceiverConfig): Promise<Receiver> {
  const { blocks, sent, firstOffset, anchor, scenario } = config;
  let { length } = config;
  const { slots = blocks * BLOCK_PACKETS } = config;
  return owning(device, async ({ memory, keep }) => {
    const stages: Stage[] = [];
    const add = async <T extends Plan>(creation: Promise<T>, equalizer?: EqualizerName): Promise<T> => {
      const plan = await keep(creation);
      const stage = equalizer ? { ...plan, label: `${plan.label} (${equalizer})` } : plan;
      stages.push(stage);
      return stage;
    };
    /** Setters that apply a scenario to the plans. */
    const setters: ((scenario: LinkSettings) => void)[] = [];
    const page = { firstBlock: 0, length };
    const samples = await createSamples();
    const detector = await add(createPreambleDetector(device, { blocks, samples, ...page, anchor, firstOffset }));
    const { packets } = detector;
    const frequency = await createFrequency();
    const { window } = await add(createWindow(device, { slots, samples, packets, frequency }));
    const { impulse, noise } = await createEstimate();

    let mmseTaps: GPUBuffer | undefined;
    let mmseOutput: GPUBuffer | undefined;
    const branches: Branch[] = [];
    const wanted = new Set(scenario.equalizers);
    const startsFromMmse = (name: EqualizerName) =>
      MMSE_FOLLOWERS.includes(name) || (name === "cma" && scenario.cmaStart === "mmse");
    const needsMmse = scenario.equalizers.some(startsFromMmse);
    for (const [name, { create }] of Object.entries(equalizers) as [
      EqualizerName,
      (typeof equalizers)[EqualizerName],
    ][]) {
      if (!wanted.has(name) && !(name === "mmse" && needsMmse)) continue;
      const options = scenario;
      if (MMSE_FOLLOWERS.includes(name)) mmseOutput ??= await filterWithMmse();
      const inputs = { slots, packets, window, impulse, noise, mmseTaps, mmseOutput, options };
      const solved = await add(create(device, inputs));
      if (name === "mmse") mmseTaps = solved.taps;
      setters.push((changed) => solved.setOptions?.(changed));
      if (!wanted.has(name)) continue;
      branches.push(await createBranch(name, solved));
    }

    /** ω̂, estimated or known. */
    async function createFrequency(): Promise<GPUBuffer> {
      const averaging = scenario.frequencyEstimate;
      if (averaging !== "known") {
        return (await add(createFrequencyEstimate(device, { slots, samples, packets, averaging }))).frequency;
      }
      const frequency = memory.storage("ω", 4 * slots);
      const setFrequency = ({ frequencyOffset }: LinkSettings) => {
        device.queue.writeBuffer(frequency, 0, new Float32Array(slots).fill(frequencyOffset));
      };
      setFrequency(scenario);
      setters.push(setFrequency);
      return frequency;
    }

    /** The received samples, filtered if the scenario has a receive filter. */
    async function createSamples(): Promise<GPUBuffer> {
      const bandwidth = scenario.receiveBandwidth;
      if (bandwidth === 0) return config.samples;
      return (await add(createReceiveFilter(device, { blocks, samples: config.samples, bandwidth }))).output;
    }

    /** ĥ and σ̂² of each packet, or their averages over its block. */
    async function createEstimate(): Promise<Pick<ChannelEstimate, "impulse" | "noise">> {
      const own = await add(createChannelEstimate(device, { slots, window }));
      if (scenario.channelEstimate === "packet") return own;
      return add(createAverageEstimate(device, { slots, packets, impulse: own.impulse, noise: own.noise }));
    }

    async function createBranch(name: EqualizerName, solved: Equalizer): Promise<Branch> {
      const { decisions, phase, symbols } = await decide(name, solved);
      const counted = sent && (await add(createErrorCount(device, { slots, packets, bits: sent, decisions }), name));
      const { taps, cost, adapted, forward } = solved;
      const initial = startsFromMmse(name) ? mmseTaps : undefined;
      const filters = { taps, cost, initial, adapted, forward };
      const end = stages.length;
      return { equalizer: name, ...filters, decisions, phase, symbols, errors: counted?.errors, end };
    }

    /** The equalizer's own decisions, or the decisions of the detector behind it. */
    async function decide(name: EqualizerName, solved: Equalizer): Promise<Decided> {
      const { decisions, phase, symbols } = solved;
      if (decisions && phase && symbols) return { decisions, phase, symbols };
      const matched = solved.matched ?? (await filter(name, solved.taps as GPUBuffer));
      const loop = loopOf(scenario.loop);
      const decided = await add(createOqpskDetector(device, { slots, packets, matched, loop }), name);
      setters.push((changed) => decided.setLoop(loopOf(changed.loop)));
      return decided;
    }

    /** The packets behind MMSE's taps at every sample, which LMS and RLS share. */
    async function filterWithMmse(): Promise<GPUBuffer> {
      return (await add(createFilteredPackets(device, { slots, window, taps: mmseTaps as GPUBuffer }))).output;
    }

    async function filter(name: EqualizerName, filters: GPUBuffer): Promise<GPUBuffer> {
      const plan = createOverlapSave(device, {
        signals: slots,
        input: window,
        inputStride: WINDOW_LENGTH,
        origin: WINDOW_ORIGIN,
        outputLength: PACKET_BITS,
        decimation: SAMPLES_PER_BIT,
        filters,
        taps: EQUALIZER_TAPS,
        precursors: PRECURSORS,
        cascade: { taps: DETECTION_FILTER, delay: (DETECTION_FILTER.length - 1) / 2 },
      });
      return (await add(plan, name)).output;
    }

    return {
      blocks,
      slots,
      samples,
      packets,
      frequency,
      window,
      impulse,
      noise,
      branches,
      stages,
      setFirstBlock: (firstBlock) => detector.setPage({ firstBlock, length }),
      setReceived(received) {
        length = received.length;
        detector.setFirstOffset(received.firstOffset);
        detector.setAnchor(received.anchor);
        detector.reset();
        detector.setPage({ firstBlock: 0, length });
      },
      setScenario(changed) {
        for (const set of setters) set(changed);
      },
    };
  });
}
