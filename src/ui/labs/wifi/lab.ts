import type { Lab } from "../../kit/lab.ts";
import { GROUPS, WifiLab } from "./page.tsx";
import { WifiPanel } from "./panel.tsx";
import { wifi } from "./store.ts";

export const lab: Lab = {
  session: wifi,
  Panel: WifiPanel,
  Page: WifiLab,
  groups: GROUPS,
  keys: [["← → ↑ ↓", "in the figure “From one bit to a carrier”: choose another bit or octet of the PSDU"]],
  source: "IEEE Std 802.11-2012, clause 18. The receiver extends the work in chapter 8 of M. Ribero’s thesis.",
};
