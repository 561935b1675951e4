import type { Gpu } from "../gpu/device.ts";
import { readBack } from "../gpu/readback.ts";
import { BLOCK_PACKETS, blockCount } from "../preamble/blocks.ts";
import { type Constellation, createConstellations, createReceivedPoints } from "./figures/constellation.ts";
import { createErrorFigure, type ErrorFigure } from "./figures/errors.ts";
import { createEstimateFigure, type EstimateFigure } from "./figures/estimate.ts";
import { foundPackets, type PacketFigure, packetSources } from "./figures/packets.ts";
import type { FigurePart } from "./figures/part.ts";
import { createSpectrumFigure, type SpectrumFigure } from "./figures/spectrum.ts";
import { createLink } from "./link.ts";
import { recordingLength, type Scenario } from "./scenario.ts";

/** All that the page draws of one scenario. */
export interface Figures {
  /** Packets that were sent, at most 64: the figures need no more. */
  sent: number;
  spectrum: SpectrumFigure;
  estimate: EstimateFigure | null;
  /** Received samples at the bits, before any equalizer, complex pairs; unit mean power. */
  before: Float32Array<ArrayBuffer>;
  constellations: Constellation[];
  packets: PacketFigure[];
  errors: ErrorFigure[];
}

/** Most packets that the figures are made of. */
const MAX_PACKETS = 2 * BLOCK_PACKETS;

/** Runs a scenario's first packets through the whole link and collects what the page draws of it. */
export async function figures({ device }: Gpu, full: Scenario): Promise<Figures> {
  const scenario = { ...full, packets: Math.min(full.packets, MAX_PACKETS) };
  const link = await createLink(device, { scenario, blocks: blockCount(recordingLength(scenario)) });
  // One line a figure: what is here runs after the link, and is read back and drawn with the others.
  const parts = {
    spectrum: await createSpectrumFigure(device, link, scenario),
    estimate: createEstimateFigure(link),
    before: createReceivedPoints(link),
    constellations: createConstellations(link),
    errors: createErrorFigure(link),
  };
  const all: FigurePart<unknown>[] = Object.values(parts);
  try {
    link.setPage({ firstBlock: 0, ebn0: scenario.ebn0 });
    const encoder = device.createCommandEncoder({ label: "figures" });
    for (const stage of [...link.stages, ...all.flatMap(({ stages }) => stages)]) stage.encode(encoder);
    const sources = [packetSources(link), ...all.map((part) => part.sources)];
    const bytes = await readBack(device, sources.flat(), encoder);
    const [table, ...results] = sources.map(({ length }) => bytes.splice(0, length));
    const found = foundPackets(table);
    const drawn = <Figure>(part: FigurePart<Figure>) => {
      return part.draw({ scenario, found }, results[all.indexOf(part)]);
    };
    return {
      sent: scenario.packets,
      spectrum: drawn(parts.spectrum),
      estimate: drawn(parts.estimate),
      before: drawn(parts.before),
      constellations: drawn(parts.constellations),
      packets: found,
      errors: drawn(parts.errors),
    };
  } finally {
    for (const part of [...all, link]) part.destroy();
  }
}
