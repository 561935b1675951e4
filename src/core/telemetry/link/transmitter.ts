import { createImpairments } from "../../channel/impairments.ts";
import { BLOCK_LAYOUT } from "../blocks.ts";
import { createMultipath } from "../channel/multipath.ts";
import { owning } from "../../gpu/owning.ts";
import type { Stage } from "../../gpu/timing.ts";
import { createPacketBits } from "../soqpsk/bits.ts";
import type { LinkSettings } from "./settings.ts";
import { linkSignal } from "./signal.ts";

export interface TransmitterPage {
  firstBlock: number;
  /** dB */
  ebn0: number;
}

/** The link up to the receiver's input, for a page of blocks: packet bits, modulator, rays, carrier and noise. */
export interface Transmitter {
  readonly blocks: number;
  /** u32 [block][36][198] */
  readonly bits: GPUBuffer;
  /** vec2f [block][BLOCK_LENGTH] */
  readonly samples: GPUBuffer;
  readonly stages: readonly Stage[];
  /** Takes effect for later submissions. */
  setPage(page: TransmitterPage): void;
  /** Sets another scenario and returns to the first page. Takes effect for later submissions. */
  setScenario(scenario: LinkSettings): void;
  destroy(): void;
}

export async function createTransmitter(
  device: GPUDevice,
  { scenario, blocks }: { scenario: LinkSettings; blocks: number },
): Promise<Transmitter> {
  let signal = linkSignal(scenario);
  const { length } = signal;
  return owning(device, async ({ keep }) => {
    const source = await keep(createPacketBits(device, { blocks, ...signal.data }));
    const { bits } = source;
    const page = { firstBlock: 0, length };
    const multipath = await keep(createMultipath(device, { blocks, bits, ...page, ...signal.propagation }));
    const { samples } = multipath;
    const rows = { rows: blocks, layout: BLOCK_LAYOUT, firstRow: 0, length };
    const impairments = await keep(
      createImpairments(device, { ...rows, samples, ...signal.impairments(scenario.ebn0) }),
    );
    const setPage = ({ firstBlock, ebn0 }: TransmitterPage) => {
      const { length } = signal;
      source.setFirstBlock(firstBlock);
      multipath.setPage({ firstBlock, length });
      impairments.setPart({ firstRow: firstBlock, length });
      impairments.setImpairments(signal.impairments(ebn0));
    };
    return {
      blocks,
      bits,
      samples,
      stages: [source, multipath, impairments],
      setPage,
      setScenario(scenario) {
        signal = linkSignal(scenario);
        source.setData(signal.data);
        multipath.setPropagation(signal.propagation);
        setPage({ firstBlock: 0, ebn0: scenario.ebn0 });
      },
    };
  });
}
