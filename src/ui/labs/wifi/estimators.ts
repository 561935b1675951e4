import { type EstimatorName, estimators } from "#core/wifi/equalization/registry.ts";
import { type Look, LOOKS } from "../../figures/looks.ts";
import { STAR } from "../../figures/shapes.ts";

/** The name, colour and shape of an estimator in every figure. */
export interface EstimatorStyle extends Look {
  of: EstimatorName;
  short: string;
  title: string;
  method: string;
}

/** Short name and look of each estimator. */
const STYLES: Readonly<Record<string, Look & { short: string }>> = {
  genie: { short: "genie", colour: "--ink", ...STAR },
  ls: { short: "LS", ...LOOKS.grey },
  lms: { short: "LMS", ...LOOKS.amber },
  sta: { short: "STA", ...LOOKS.blue },
  comb: { short: "comb", ...LOOKS.orange },
  "decision-directed": { short: "DD", ...LOOKS.pink },
  lmmse: { short: "LMMSE", ...LOOKS.green },
};

export const ESTIMATOR_NAMES = Object.keys(estimators) as EstimatorName[];

export const styleOf = (of: EstimatorName): EstimatorStyle => ({ of, ...STYLES[of], ...estimators[of] });
