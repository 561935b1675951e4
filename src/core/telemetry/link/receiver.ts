import type { Decided } from "../detection/decided.ts";
import { createErrorCount } from "../detection/errors.ts";
import { loopOf } from "../detection/loop.ts";
import { createFilteredPackets } from "../equalizer/adaptation.ts";
import type { KeptSpectra } from "../equalizer/spectra.ts";
import { createFdePair } from "../equalizer/fde-pair.ts";
import { type Equalizer, equalizers } from "../equalizer/registry.ts";
import { createAverageEstimate } from "../estimation/average.ts";
import { type ChannelEstimate, createChannelEstimate } from "../estimation/channel.ts";
import { createFrequencyEstimate } from "../estimation/frequency.ts";
import { createWindow } from "../estimation/window.ts";
import { createReceiveFilter } from "../front-end/receive-filter.ts";
import { owning } from "../../gpu/owning.ts";
import type { Stage, Plan } from "../../gpu/timing.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { createPreambleDetector } from "../preamble/detector.ts";
import { type EqualizerName, MMSE_FOLLOWERS } from "../equalizer/names.ts";
import { createDetectors } from "./detectors.ts";
import { createMatchedFilters, type EqualizerFilter } from "./matched-filters.ts";
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
export interface Branch extends Decided<GPUBuffer | GPUBufferBinding> {
  readonly equalizer: EqualizerName;
  /** Taps, vec2f [slot][186]; undefined for the frequency-domain equalizers. */
  readonly taps?: GPUBuffer;
  /** CMA only: its cost before each pass, f32 [pass][slot]. */
  readonly cost?: GPUBuffer;
  /** CMA only: the spectra that its first pass keeps, with more than one pass. */
  readonly spectra?: KeptSpectra;
  /** MMSE's taps, from which CMA (unless blind), LMS and RLS start. */
  readonly initial?: GPUBuffer;
  /** LMS and RLS: their final taps behind MMSE's, vec2f [tap][slot]. */
  readonly adapted?: GPUBuffer;
  /** DFE: its forward filter, vec2f [slot][32]. */
  readonly forward?: GPUBuffer;
  /** u32 [slot]; undefined if the transmitted bits are unknown. */
  readonly errors?: GPUBuffer;
  /**
   * This equalizer's part of the work alone, behind `Receiver.common` and the branches before it: a device that is too slow for
   * all equalizers at once runs one branch after the other.
   */
  readonly stages: readonly Stage[];
}

/** The receiver for a page of blocks: from samples to bits and error counts, all on the GPU. */
export interface Receiver extends Readonly<ReceiverBuffers> {
  readonly blocks: number;
  readonly branches: readonly Branch[];
  /** The block diagram, in the order in which it runs. All equalizers are detected together. */
  readonly stages: readonly Stage[];
  /** The stages before the equalizers. */
  readonly common: readonly Stage[];
  /** What a device computes before the filters, if another one runs the stages before them. */
  readonly transforms: readonly Stage[];
  setFirstBlock(firstBlock: number): void;
  /** Switches to another recording, at its first block. */
  setReceived(received: Received): void;
  /** Sets the changeable fields of another scenario of the same structure. Takes effect for later submissions. */
  setScenario(scenario: LinkSettings): void;
  destroy(): void;
}

/** A solved equalizer, and the stages that solve for it alone. FDE1 and FDE2 together are one plan, without an entry of the registry. */
interface Solved {
  name: EqualizerName;
  equalizer: Equalizer | undefined;
  stages: Stage[];
}

export async function createReceiver(device: GPUDevice, config: ReceiverConfig): Promise<Receiver> {
  const { blocks, sent, firstOffset, anchor, scenario } = config;
  let { length } = config;
  const { slots = blocks * BLOCK_PACKETS } = config;
  return owning(device, async ({ memory, keep }) => {
    /** Creates a plan and appends it to the stages of some part of the receiver. */
    const add = async <T extends Plan>(
      stages: Stage[],
      creation: Promise<T>,
      equalizer?: EqualizerName,
    ): Promise<T> => {
      const plan = await keep(creation);
      const stage = equalizer ? { ...plan, label: `${plan.label} (${equalizer})` } : plan;
      stages.push(stage);
      return stage;
    };
    const common: Stage[] = [];
    /** Setters that apply a scenario to the plans. */
    const setters: ((scenario: LinkSettings) => void)[] = [];
    const page = { firstBlock: 0, length };
    const samples = await createSamples();
    const detector = await add(
      common,
      createPreambleDetector(device, { blocks, samples, ...page, anchor, firstOffset }),
    );
    const { packets } = detector;
    const frequency = await createFrequency();
    const { window } = await add(common, createWindow(device, { slots, samples, packets, frequency }));
    const { impulse, noise } = await createEstimate();

    const wanted = Object.keys(equalizers).filter((name) =>
      scenario.equalizers.includes(name as EqualizerName),
    ) as EqualizerName[];
    const detected = wanted.filter((name) => equalizers[name].kind !== "decisions");
    const detectors = await keep(
      createDetectors(device, { slots, packets, names: detected, loop: loopOf(scenario.loop) }),
    );
    setters.push((changed) => detectors.setLoop(loopOf(changed.loop)));
    /** The stages that solve for the equalizers, and those that are not yet part of one. */
    const solving: Stage[] = [];
    let fresh: Stage[] = [];
    const solve = async <T extends Plan>(creation: Promise<T>): Promise<T> => {
      const plan = await add(solving, creation);
      fresh.push(plan);
      return plan;
    };

    let mmseTaps: GPUBuffer | undefined;
    let mmseOutput: GPUBuffer | undefined;
    const startsFromMmse = (name: EqualizerName) =>
      MMSE_FOLLOWERS.includes(name) || (name === "cma" && scenario.cmaStart === "mmse");
    const needsMmse = scenario.equalizers.some(startsFromMmse);
    const options = scenario;
    if (needsMmse && !wanted.includes("mmse")) await createEqualizer("mmse");
    const solved: Solved[] = [];
    for (const name of wanted) {
      const equalizer = await createWanted(name);
      solved.push({ name, equalizer, stages: fresh });
      fresh = [];
    }
    const spectra = solved.find(({ name }) => name === "cma")?.equalizer?.spectra;
    const filters = await keep(
      createMatchedFilters(device, { slots, packets, window, spectra, filters: solved.flatMap(filterOf) }),
    );
    const counting: Stage[] = [];
    const branches: Branch[] = [];
    for (const one of solved) branches.push(await createBranch(one));

    async function createEqualizer(name: EqualizerName): Promise<Equalizer> {
      if (MMSE_FOLLOWERS.includes(name)) mmseOutput ??= await filterWithMmse();
      const matched = detected.includes(name) ? detectors.of(name).matched : undefined;
      const inputs = { slots, packets, window, impulse, noise, mmseTaps, mmseOutput, matched, options };
      const solved = await solve(equalizers[name].create(device, inputs));
      if (name === "mmse") mmseTaps = solved.taps;
      setters.push((changed) => solved.setOptions?.(changed));
      return solved;
    }

    /** Both frequency-domain equalizers are one plan, which belongs to the first of them. */
    async function createWanted(name: EqualizerName): Promise<Equalizer | undefined> {
      const isPaired = (name === "fde1" || name === "fde2") && wanted.includes("fde1") && wanted.includes("fde2");
      if (!isPaired) return createEqualizer(name);
      const matched = [detectors.of("fde1").matched, detectors.of("fde2").matched] as const;
      if (name === "fde1") await solve(createFdePair(device, { slots, window, impulse, noise, matched, options }));
      return undefined;
    }

    function filterOf({ name, equalizer }: Solved): EqualizerFilter[] {
      const taps = equalizer?.taps;
      return taps ? [{ name, taps, output: detectors.of(name).matched }] : [];
    }

    /** ω̂, estimated or known. */
    async function createFrequency(): Promise<GPUBuffer> {
      const averaging = scenario.frequencyEstimate;
      if (averaging !== "known") {
        return (await add(common, createFrequencyEstimate(device, { slots, samples, packets, averaging }))).frequency;
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
      return (await add(common, createReceiveFilter(device, { blocks, samples: config.samples, bandwidth }))).output;
    }

    /** ĥ and σ̂² of each packet, or their averages over its block. */
    async function createEstimate(): Promise<Pick<ChannelEstimate, "impulse" | "noise">> {
      const own = await add(common, createChannelEstimate(device, { slots, window }));
      if (scenario.channelEstimate === "packet") return own;
      return add(common, createAverageEstimate(device, { slots, packets, impulse: own.impulse, noise: own.noise }));
    }

    async function createBranch({ name, equalizer, stages }: Solved): Promise<Branch> {
      const filter = filters.alone.get(name) ?? [];
      const { decisions, phase, symbols, alone } = decide(name, equalizer);
      const own = [...stages, ...filter, ...alone];
      const count =
        sent && (await add(counting, createErrorCount(device, { slots, packets, bits: sent, decisions }), name));
      if (count) own.push(count);
      const initial = startsFromMmse(name) ? mmseTaps : undefined;
      const { taps, cost, spectra, adapted, forward } = equalizer ?? {};
      const used = { taps, cost, spectra, initial, adapted, forward };
      return { equalizer: name, ...used, decisions, phase, symbols, errors: count?.errors, stages: own };
    }

    /** The equalizer's own decisions, or the decisions of the detector behind it. */
    function decide(
      name: EqualizerName,
      { decisions, phase, symbols }: Partial<Decided> = {},
    ): Decided<GPUBuffer | GPUBufferBinding> & { alone: Stage[] } {
      if (decisions && phase && symbols) return { decisions, phase, symbols, alone: [] };
      const { decided, alone } = detectors.of(name);
      return { ...decided, alone: [alone] };
    }

    /** The packets behind MMSE's taps at every sample, which LMS and RLS share. */
    async function filterWithMmse(): Promise<GPUBuffer> {
      return (await solve(createFilteredPackets(device, { slots, window, taps: mmseTaps as GPUBuffer }))).output;
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
      stages: [...common, ...solving, ...filters.stages, ...detectors.stages, ...counting],
      common,
      transforms: filters.transforms,
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
