export type EstimatorName = "ls" | "genie";

/** Facts about an estimator that need no device; `factories.ts` creates it. */
export interface EstimatorMethod {
  title: string;
  /** One sentence: where its H comes from. */
  method: string;
}

/** The channel estimators of 802.11, from the simplest to the best one. */
export const estimators: Readonly<Record<EstimatorName, EstimatorMethod>> = {
  ls: { title: "Least squares", method: "H is the mean of both long symbols, each divided by what it sends." },
  genie: { title: "Genie", method: "H is the true channel, which no receiver knows." },
};
