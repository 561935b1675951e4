import { structureOf } from "../../configuration/fields.ts";
import { compileAhead } from "../../gpu/compile-ahead.ts";
import type { Gpu } from "../../gpu/device.ts";
import { readBack } from "../../gpu/readback.ts";
import { BLOCK_PACKETS, blockCount } from "../blocks.ts";
import { slotCount } from "../preamble/detector.ts";
import { type Constellation, createConstellations, createReceivedPoints } from "./figures/constellation.ts";
import { type ConvergenceFigure, createConvergenceFigure } from "./figures/convergence.ts";
import { createEqualizersFigure, type EqualizersFigure } from "./figures/equalizers.ts";
import { createErrorPositionsFigure, type ErrorPositionsFigure } from "./figures/error-positions.ts";
import type { CountedErrors } from "./figures/error-counts.ts";
import { createErrorFigure } from "./figures/errors.ts";
import { createEstimateFigure, type EstimateFigure } from "./figures/estimate.ts";
import { foundPackets, packetSources, type ReceivedPacket } from "./figures/packets.ts";
import type { FigurePart } from "./figures/part.ts";
import { createPhaseFigure, type PhaseFigure } from "./figures/phase.ts";
import { createSpectrogramFigure, type SpectrogramFigure } from "./figures/spectrogram.ts";
import { createSpectrumFigure, type SpectrumFigure } from "./figures/spectrum.ts";
import { createLink, type Link } from "./link.ts";
import { type EqualizerName, recordingLength, type Scenario, SCENARIO } from "./scenario.ts";

/** All figures of one scenario. */
export interface Figures {
  /** Transmitted packets, at most 64: the figures need no more. */
  sent: number;
  spectrum: SpectrumFigure;
  estimate: EstimateFigure | null;
  /** Received samples at the bits, before any equalizer, complex pairs; unit mean power. */
  before: Float32Array<ArrayBuffer>;
  constellations: Constellation[];
  packets: ReceivedPacket[];
  errors: CountedErrors[];
  spectrogram: SpectrogramFigure;
  equalizers: EqualizersFigure | null;
  convergence: ConvergenceFigure | null;
  phase: PhaseFigure | null;
  errorPositions: ErrorPositionsFigure;
}

/** The figures that a part draws. */
type Drawn = Omit<Figures, "sent" | "packets">;

/** Computes the figures of successive scenarios. */
export interface FigureSession {
  /**
   * Runs the scenario's first packets through the whole link and returns the figures. It is fast if only numbers have changed
   * since the last scenario, because the plans stay.
   *
   * @param tell Called with the figures of some of the equalizers and packets before the first drawing on a software adapter, which takes
   *   seconds to compile the kernels of all.
   */
  draw(scenario: Scenario, tell?: (figures: Figures) => void): Promise<Figures>;
  destroy(): void;
}

/** Most packets in the figures. */
const MAX_PACKETS = 2 * BLOCK_PACKETS;

/** Equalizers whose kernels a software adapter compiles first, because they take it the least time. Beside CMA, the others have other kernels. */
const EARLY: readonly EqualizerName[] = ["fde1", "fde2"];

/** Most packets of these first figures. All packets take a software adapter seconds. */
const EARLY_PACKETS = 8;

/** Returns the scenario with few packets and a part of its equalizers; undefined if that part is none or all. */
function withFewer(scenario: Scenario): Scenario | undefined {
  const equalizers = scenario.equalizers.filter((name) => EARLY.includes(name));
  if (equalizers.length === 0 || equalizers.length === scenario.equalizers.length) return undefined;
  return { ...scenario, equalizers, packets: Math.min(scenario.packets, EARLY_PACKETS) };
}

export function createFigureSession({ device, adapter }: Gpu): FigureSession {
  let first = adapter.software;
  /** Structures whose plans stay. The page asks a software adapter for few packets, then for all. */
  const most = adapter.software ? 2 : 1;
  /** By structure, the newest one last. */
  const kept = new Map<string, Promise<FigurePlans>>();
  const drop = (structure: string) => {
    kept
      .get(structure)
      ?.then((made) => made.destroy())
      .catch(() => {});
    kept.delete(structure);
  };
  const plansFor = (scenario: Scenario): Promise<FigurePlans> => {
    // A later first packet may need one more block.
    const blocks = blocksOf(scenario);
    const slots = slotCount(blocks, recordingLength(scenario));
    const structure = `${blocks} ${slots} ${structureOf(SCENARIO, scenario)}`;
    const plans = kept.get(structure) ?? createFigurePlans(device, scenario);
    kept.delete(structure);
    kept.set(structure, plans);
    plans.catch(() => kept.get(structure) === plans && kept.delete(structure));
    for (const oldest of [...kept.keys()].slice(0, -most)) drop(oldest);
    return plans;
  };
  return {
    async draw(full, tell) {
      const scenario = { ...full, packets: Math.min(full.packets, MAX_PACKETS) };
      if (first && tell) {
        first = false;
        const fewer = withFewer(scenario);
        if (fewer) {
          const early = await createFigurePlans(device, fewer);
          try {
            tell(await early.draw(fewer));
            // Compiles the remaining kernels in parallel. The call that needs them reports an error.
            void compilePlans(device, scenario).catch(() => {});
          } finally {
            early.destroy();
          }
        }
      }
      return (await plansFor(scenario)).draw(scenario);
    },
    destroy() {
      for (const structure of kept.keys()) drop(structure);
    },
  };
}

const blocksOf = (scenario: Scenario) => blockCount(recordingLength(scenario));

/** The link and the figures' own plans, for scenarios of one structure. */
interface FigurePlans {
  draw(scenario: Scenario): Promise<Figures>;
  destroy(): void;
}

async function createFigurePlans(device: GPUDevice, first: Scenario): Promise<FigurePlans> {
  await compilePlans(device, first);
  const { link, parts } = await createPlans(device, first);
  const all: [string, FigurePart<unknown>][] = Object.entries(parts);
  const plans = [link, ...all.map(([, part]) => part)];
  return {
    async draw(scenario) {
      // No await from here to the submission, so that no other scenario interferes.
      for (const plan of plans) plan.setScenario?.(scenario);
      const encoder = device.createCommandEncoder({ label: "figures" });
      for (const { stages = [] } of plans) for (const stage of stages) stage.encode(encoder);
      const sources = [packetSources(link.receiver), ...all.map(([, part]) => part.sources)];
      const bytes = await readBack(device, sources.flat(), encoder);
      const [table, ...results] = sources.map(({ length }) => bytes.splice(0, length));
      const found = foundPackets(table);
      const drawn = all.map(([name, part], i) => [name, part.draw({ scenario, found }, results[i])]);
      return { sent: scenario.packets, packets: found, ...(Object.fromEntries(drawn) as Drawn) };
    },
    destroy() {
      for (const plan of plans.toReversed()) plan.destroy?.();
    },
  };
}

const compilePlans = (device: GPUDevice, scenario: Scenario) =>
  compileAhead(device, (standIn) => createPlans(standIn, scenario));

async function createPlans(
  device: GPUDevice,
  scenario: Scenario,
): Promise<{ link: Link; parts: { [Name in keyof Drawn]: FigurePart<Drawn[Name]> } }> {
  const link = await createLink(device, { scenario, blocks: blocksOf(scenario) });
  // One line per figure. Its stages run after the link; all figures are read back together.
  const parts = {
    spectrum: await createSpectrumFigure(device, link, scenario),
    estimate: createEstimateFigure(link),
    before: createReceivedPoints(link),
    constellations: await createConstellations(device, link, scenario),
    errors: createErrorFigure(link),
    spectrogram: await createSpectrogramFigure(device, link, scenario),
    equalizers: createEqualizersFigure(link),
    convergence: await createConvergenceFigure(device, link, scenario),
    phase: createPhaseFigure(link),
    errorPositions: await createErrorPositionsFigure(device, link),
  };
  return { link, parts };
}
