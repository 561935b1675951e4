import type { Uses } from "../../../configuration/uses.ts";
import type { TurboExperiment } from "./experiment.ts";

/** When fields of the experiment have an effect. */
export const TURBO_USES: Uses<TurboExperiment> = {
  redundancyVersion: {
    when: ({ rate }) => rate !== "1/3",
    needs: "a rate other than 1/3, which sends the whole codeword",
  },
  scale: { when: ({ algorithm }) => algorithm.includes("max-log"), needs: "the algorithm max-log" },
};
