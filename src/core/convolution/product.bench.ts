import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createSpectrumProduct } from "./product.ts";

const signals = 1024;
const length = 16384;

export const cases: BenchCase[] = [
  {
    name: `convolution/product ${signals} × ${length} bins`,
    bytes: signals * length * 24,
    async create(device) {
      const memory = allocate(device);
      const spectra = memory.storage("spectra", signals * length * 8);
      const filters = memory.storage("filters' spectra", signals * length * 8);
      const plan = await createSpectrumProduct(device, { signals, length, spectra, filters });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
