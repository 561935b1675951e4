import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { spectrumProduct } from "./product.reference.ts";
import { createSpectrumProduct } from "./product.ts";

const SIGNALS = 1024;
/** Number of different signals. */
const OWN = 16;
const length = 16384;

export const cases = [
  batchCase({
    name: `convolution/product ${SIGNALS} × ${length} bins`,
    bytes: SIGNALS * length * 24,
    batch: { jobs: SIGNALS, group: OWN, bytes: length * 8 },
    async prepare(device, memory, signals) {
      const [X, H] = [noise(1, 2 * OWN * length), noise(2, 2 * OWN * length)];
      const spectra = tiled(device, memory, "spectra", X, signals / OWN);
      const filters = tiled(device, memory, "filters' spectra", H, signals / OWN);
      const plan = await createSpectrumProduct(device, { signals, length, spectra, filters });
      const expected = (signal: number) =>
        spectrumProduct(tiledRow(X, signal, 2 * length), tiledRow(H, signal, 2 * length));
      return { plan, check: { output: spectra, inPlace: true, row: 2 * length, width: 2, expected } };
    },
  }),
];
