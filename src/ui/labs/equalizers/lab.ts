import type { Lab } from "../../kit/lab.ts";
import { EqualizersLab, GROUPS } from "./page.tsx";
import { ScenarioPanel } from "./scenario-panel.tsx";
import { equalizers } from "./store/session.ts";

export const lab: Lab = {
  session: equalizers,
  Panel: ScenarioPanel,
  Page: EqualizersLab,
  groups: GROUPS,
};
