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
  const symbols = await createReceivedSymbols(device, config);
  const { carriers } = symbols;
  const equalizer = await createEqualizer(device, { ...config, carriers }).catch((error: unknown) => {
    symbols.destroy();
    throw error;
  });
  return {
    ...sequence("wifi/equalization", [symbols, equalizer]),
    carriers,
    llr: equalizer.llr,
    kept: equalizer.kept,
    destroy() {
      symbols.destroy();
      equalizer.destroy();
    },
  };
}
