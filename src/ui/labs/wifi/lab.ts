import type { Lab } from "../../kit/lab.ts";
import { GROUPS, WifiLab } from "./page.tsx";
import { WifiPanel } from "./panel.tsx";
import { wifi } from "./store.ts";

export const lab: Lab = {
  session: wifi,
  Panel: WifiPanel,
  Page: WifiLab,
  groups: GROUPS,
  keys: [["← → ↑ ↓", "follow another bit of the PSDU in the figure of one bit in focus"]],
  source: "IEEE Std 802.11-2012, clause 18. The seed of the receiver: M. Ribero’s thesis, chapter 8.",
};
