import type { Lab } from "../../kit/lab.ts";
import { EqualizersLab, GROUPS } from "./page.tsx";
import { ScenarioPanel } from "./scenario-panel.tsx";
import { equalizers } from "./store/session.ts";

export const lab: Lab = {
  session: equalizers,
  Panel: ScenarioPanel,
  Page: EqualizersLab,
  groups: GROUPS,
  keys: [["← → ↑ ↓", "move the ray in focus; with Shift, turn its phase. On its phase’s handle: turn it"]],
  source:
    "The link and its receivers: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, Brigham Young University, 2017.",
};
