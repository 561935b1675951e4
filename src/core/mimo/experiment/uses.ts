import { type CodeFamily, CODES, codeOf } from "../../codes/registry.ts";
import type { Uses } from "../../configuration/uses.ts";
import { type DetectorSetting, detectors } from "../registry.ts";
import { type MimoExperiment, outersOf } from "./experiment.ts";

const isFading = ({ channel }: MimoExperiment) => channel !== "white";
const isCoded = ({ code }: MimoExperiment) => code !== "none";
const isCodedBy = (has: (family: CodeFamily, name: string) => boolean) => (config: MimoExperiment) => {
  if (!isCoded(config)) return false;
  const { family } = codeOf(config.code);
  return has(CODES[family], family);
};
const hasLoop = (config: MimoExperiment) => config.detectors.some((name) => Math.max(...outersOf(config, name)) > 1);

function setting(name: DetectorSetting) {
  const having = Object.entries(detectors).filter(([, { settings }]) =>
    (settings as readonly DetectorSetting[]).includes(name),
  );
  return {
    when: (config: MimoExperiment) => config.detectors.some((one) => having.some(([detector]) => detector === one)),
    needs: `the detector ${having.map(([detector]) => detector).join(" or ")}`,
  };
}

const FADING = { when: isFading, needs: "a fading channel" };
const CODED = { when: isCoded, needs: "a code" };
const LOOP = { when: hasLoop, needs: "a code, more than 1 outer iteration, and a detector that takes priors" };

/** When fields of the experiment have an effect. */
export const MIMO_USES: Uses<MimoExperiment> = {
  correlation: FADING,
  powerControl: FADING,
  candidates: setting("candidates"),
  clip: setting("clip"),
  orders: setting("orders"),
  sorting: setting("sorting"),
  decoder: {
    when: isCodedBy(({ algorithms }) => algorithms.length > 1),
    needs: "a code that is decoded by several rules",
  },
  schedule: { when: isCodedBy((_, family) => family.includes("ldpc")), needs: "an LDPC code" },
  factor: {
    when: (config) => isCoded(config) && (config.decoder === "min-sum" || config.decoder === "max-log"),
    needs: "a code, and the decoder min-sum or max-log",
  },
  iterations: {
    when: isCodedBy(({ mostIterations }) => mostIterations > 1),
    needs: "a code that is decoded in iterations",
  },
  crc: CODED,
  outer: {
    when: (config) => isCoded(config) && config.detectors.some((name) => detectors[name].priors),
    needs: "a code, and a detector that takes priors",
  },
  feedback: LOOP,
  messages: LOOP,
  lastDecoding: {
    when: (config) => hasLoop(config) && config.decoder === "min-sum",
    needs: "the decoder min-sum, and more than 1 outer iteration",
  },
  stop: CODED,
  snr: { when: ({ ebn0 }) => ebn0 === "", needs: "points as SNR, not as Eb/N0" },
};
