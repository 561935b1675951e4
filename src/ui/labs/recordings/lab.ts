import type { Lab } from "../../kit/lab.ts";
import { RecordingsLab } from "./page.tsx";
import { RecordingsPanel } from "./panel.tsx";
import { recordings } from "./session.ts";

export const lab: Lab = {
  session: recordings,
  rail: "Recording",
  Panel: RecordingsPanel,
  Page: RecordingsLab,
  keys: [
    ["+ − * / 0", "zoom the waterfall in focus in time and in frequency, show all of it"],
    ["Enter", "tune the receiver of “Listen” to the cursor of the waterfall in focus"],
    ["← → ↑ ↓", "move the cursor of the waterfall in focus; with Shift, select"],
  ],
};
