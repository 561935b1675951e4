import { owning } from "../../gpu/owning.ts";
import { sequence, type Plan } from "../../gpu/timing.ts";
import { createEqualizer, type OfdmEqualizer, type EqualizerConfig } from "./equalizer.ts";
import { createReceivedSymbols, type SymbolsConfig } from "./symbols.ts";

export type EqualizationConfig = SymbolsConfig & Omit<EqualizerConfig, "carriers">;

export interface Equalization extends Plan, Pick<OfdmEqualizer, "llr" | "kept"> {
  /** Carriers of all symbols of data before equalization, vec2f [symbol][64] by bin. */
  readonly carriers: GPUBuffer;
}

/**
 * The data of a table of frames from samples to LLRs: transforms of all symbols, then the equalizer.
 *
 * @throws RangeError when a capacity is not a positive integer.
 */
export async function createEqualization(device: GPUDevice, config: EqualizationConfig): Promise<Equalization> {
  return owning(device, async ({ keep }) => {
    const symbols = await keep(createReceivedSymbols(device, config));
    const { carriers } = symbols;
    const equalizer = await keep(createEqualizer(device, { ...config, carriers }));
    const { llr, kept } = equalizer;
    return { ...sequence("wifi/equalization", [symbols, equalizer]), carriers, llr, kept };
  });
}
