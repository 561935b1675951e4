export type EstimatorName = "genie" | "ls" | "lms" | "sta" | "comb" | "decision-directed" | "lmmse";

/** Facts about an estimator that need no device; `factories.ts` creates it. */
export interface EstimatorMethod {
  title: string;
  /** One sentence: where its H comes from. */
  method: string;
}

/** The channel estimators of 802.11. The first one knows the true channel. */
export const estimators: Readonly<Record<EstimatorName, EstimatorMethod>> = {
  genie: { title: "Genie", method: "H is the true channel, which no receiver knows." },
  ls: { title: "Least squares", method: "H is the mean of both long symbols, each divided by what it sends." },
  lms: { title: "LMS", method: "Each decided symbol corrects H by an eighth of its error." },
  sta: {
    title: "Spectral-temporal averaging",
    method: "Each decided symbol gives H as a mean over five neighbouring carriers, which counts half.",
  },
  comb: { title: "Comb", method: "H is interpolated between the four pilots of each symbol." },
  "decision-directed": {
    title: "Decision-directed",
    method:
      "Decided symbols continue the least-squares estimate as if they were training, with a memory of 32 symbols.",
  },
  lmmse: {
    title: "LMMSE",
    method:
      "Echoes are expected to be short: a Kalman filter per mode of the channel, from the training and decided symbols.",
  },
};
