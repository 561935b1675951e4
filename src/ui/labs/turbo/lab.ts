import type { Lab } from "../../kit/lab.ts";
import { TurboLab } from "./page.tsx";
import { TurboPanel } from "./panel.tsx";
import { turbo } from "./store.ts";

export const lab: Lab = {
  session: turbo,
  Panel: TurboPanel,
  Page: TurboLab,
};
