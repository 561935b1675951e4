import { say } from "../../elements/notices.ts";
import type { Destination } from "../../kit/recording/destinations.ts";

/** What was said in the lab before this one. */
let said: string | undefined;

export const destination: Destination = {
  // Before the lab is shown, so that it filters once.
  async prepare() {
    const [{ lab }, { filterRecording }] = await Promise.all([import("./lab.ts"), import("./store/signal.ts")]);
    said = filterRecording();
    return lab.session.address();
  },
  take() {
    if (said !== undefined) say(said);
  },
  figure: "spectra",
};
