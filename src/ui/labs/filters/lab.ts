import type { Lab } from "../../kit/lab.ts";
import { FiltersLab, GROUPS } from "./page.tsx";
import { FiltersPanel } from "./panel.tsx";
import { filters } from "./store/session.ts";

export const lab: Lab = {
  session: filters,
  Panel: FiltersPanel,
  Page: FiltersLab,
  groups: GROUPS,
  keys: [["← → ↑ ↓", "move the corner of the mask or the point in focus; with Shift, ten steps"]],
};
