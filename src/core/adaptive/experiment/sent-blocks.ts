import { owning } from "../../gpu/owning.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import { type ChannelResponse, createChannelResponse } from "../block/response.ts";
import { type BlockTransmission, createBlockTransmission } from "../block/transmission.ts";
import type { AdaptiveEqualizerName } from "../equalizers.ts";
import type { EqualizerContext } from "./factories.ts";

/** What the block equalizers of an experiment share: they equalize the same blocks, which are sent once. */
export interface SentBlocks extends Plan {
  /** Of the channels, at N frequencies. */
  response: ChannelResponse;
  /** Returns the spectra of the received blocks, [packet][block][N], of symbols one after another or as carriers. */
  spectra(isMulticarrier: boolean): GPUBuffer;
  setFirstPacket(firstPacket: number): void;
  setSnr(snrDb: number): void;
}

/** The equalizers that receive blocks whose symbols are not carriers, and are. */
const KINDS: readonly (readonly [isMulticarrier: boolean, names: readonly AdaptiveEqualizerName[]])[] = [
  [false, ["fde", "fde-zf"]],
  [true, ["ofdm"]],
];

/** Creates the blocks that the block equalizers of an experiment need. */
export function createSentBlocks(context: EqualizerContext): Promise<SentBlocks> {
  const { device, batch, decisions, config, channel } = context;
  const length = Number(config.block);
  return owning(device, async ({ keep }) => {
    const response = await keep(createChannelResponse(device, batch, length));
    const sent = new Map<boolean, BlockTransmission>();
    for (const [isMulticarrier, names] of KINDS) {
      if (!names.some((name) => config.equalizers.includes(name))) continue;
      const kind = { length, isMulticarrier, isReal: channel.isReal, seed: config.seed };
      sent.set(isMulticarrier, await keep(createBlockTransmission(device, batch, decisions.points, kind)));
    }
    return {
      ...sequence("adaptive/blocks", [response, ...sent.values()]),
      response,
      spectra: (isMulticarrier: boolean) => (sent.get(isMulticarrier) as BlockTransmission).spectra,
      setFirstPacket(firstPacket: number) {
        for (const blocks of sent.values()) blocks.setFirstPacket(firstPacket);
      },
      setSnr(snrDb: number) {
        for (const blocks of sent.values()) blocks.setNoiseVariance(10 ** (-snrDb / 10));
      },
    };
  });
}
