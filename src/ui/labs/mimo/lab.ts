import type { Lab } from "../../kit/lab.ts";
import { MimoLab } from "./page.tsx";
import { MimoPanel } from "./panel.tsx";
import { mimo } from "./store.ts";

export const lab: Lab = {
  session: mimo,
  Panel: MimoPanel,
  Page: MimoLab,
};
