import type { Lab } from "../../kit/lab.ts";
import { AdaptiveLab } from "./page.tsx";
import { AdaptivePanel } from "./panel/panel.tsx";
import { adaptive } from "./store.ts";

export const lab: Lab = {
  session: adaptive,
  Panel: AdaptivePanel,
  Page: AdaptiveLab,
  source:
    "J. Proakis and M. Salehi, Digital Communications, 5th edition; S. Haykin, Adaptive Filter Theory, 5th edition",
};
