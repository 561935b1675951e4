import type { Uses } from "../../configuration/uses.ts";
import type { EqualizerName } from "../equalizer/names.ts";
import type { Scenario } from "./scenario.ts";

const some = (...names: EqualizerName[]) => ({
  when: ({ equalizers }: Scenario) => equalizers.some((name) => names.includes(name)),
  needs: `the equalizer ${names.join(" or ")}`,
});

/** When fields of the scenario have an effect. */
export const SCENARIO_USES: Uses<Scenario> = {
  rays: { when: ({ channel }) => channel === "custom", needs: "the channel custom" },
  cmaPasses: some("cma"),
  cmaStep: some("cma"),
  cmaStart: some("cma"),
  fdeWeighting: some("fde2"),
  fde2NoiseFactor: some("fde2"),
  noiseFactor: {
    when: ({ equalizers, cmaStart }) =>
      equalizers.some((name) => !["none", "zf", "fde2", "cma"].includes(name)) ||
      (equalizers.includes("cma") && cmaStart === "mmse"),
    needs: "the equalizer mmse, fde1 or dfe, or one that starts from mmse",
  },
  lmsStep: some("lms"),
  rlsForgetting: some("rls"),
  dfeBits: some("dfe"),
};
