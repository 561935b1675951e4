import type { Lab } from "../../kit/lab.ts";
import { KEYS } from "./keys.ts";
import { GraphsLab } from "./page.tsx";
import { GraphsPanel } from "./rail/panel.tsx";
import { graphs } from "./session.ts";

export const lab: Lab = {
  session: graphs,
  rail: "Flow graph",
  Panel: GraphsPanel,
  Page: GraphsLab,
  keys: KEYS,
  source:
    "M. Ribero, Software Defined Radio over CUDA, 2015, chapters 4 to 7. Names and conventions of GNU Radio. The canvas is React Flow (MIT licence).",
};
