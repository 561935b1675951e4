import type { Uses } from "../../configuration/uses.ts";
import type { WifiExperiment } from "./experiment.ts";

const FADING = { when: ({ channel }: WifiExperiment) => channel === "exponential", needs: "the channel exponential" };

/** When fields of the experiment have an effect. */
export const WIFI_USES: Uses<WifiExperiment> = {
  delaySpread: FADING,
  doppler: FADING,
  rays: { when: ({ channel }) => channel === "rays", needs: "the channel rays" },
};
