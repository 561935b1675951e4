import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

/** Samples on each side of the averaged ones. */
export const halfWindow = ({ bandwidth }: Pick<CostasLoop, "bandwidth">) => Math.max(1, Math.round(0.5 / bandwidth));

const fields = {
  order: field.choice(
    "Order",
    "The power M: 2 for BPSK, 4 for QPSK, 8 for 8-PSK; 4 for square QAM with a small bandwidth.",
    ["2", "4", "8"],
    { default: "4" },
  ),
  bandwidth: field.number(
    "Bandwidth",
    "Bandwidth of the equivalent loop: a smaller one averages more samples and follows more slowly.",
    { default: 0.0628, unit: "rad/sample", min: 0.002, max: 0.5, step: 0.005 },
  ),
  weight: field.choice(
    "Weight",
    "Amplitude: w = 1. Reliability: weak samples count less, as in GNU Radio's detector with use_snr, whose decisions " +
      "are hyperbolic tangents for noise of power 1.",
    ["amplitude", "reliability"],
    { default: "amplitude" },
  ),
};

export type CostasLoop = ValuesOf<typeof fields>;

export const costasLoop = defineBlock({
  title: "Costas loop",
  category: "synchronization",
  summary: "Removes the carrier's phase and a small frequency offset from symbols of a PSK or QAM constellation.",
  formula:
    "y[n] = x[n−W]·e^{−jθ[n−W]}, M·θ[n] = arg ±Σ_{|k|≤W} w·|x[n+k]|·(x[n+k]/|x[n+k]|)^M, unwrapped, W = 0.5/bandwidth; + for M = 2, − for M = 4 and 8; " +
    "frequency: the angle between the sums of its W last and W first terms, divided by M·(W + 1)",
  help:
    "A Costas loop corrects each sample from the error of the one before, which a GPU cannot do in parallel. " +
    "This block computes the phase forward, by Viterbi and Viterbi's M-th power over a sliding window of 2W + 1 samples, " +
    "and follows it without jumps. There is no feedback, so no lock-in and no damping. " +
    "The minus sign keeps points at odd multiples of π/M, as of QPSK, in their places. It averages as much noise as a loop with the same bandwidth. " +
    "Feed it one sample per symbol. The amplitudes of 16-QAM disturb the estimate: choose a bandwidth of at most 0.01, " +
    "or the phase slips even without noise. The frequency offset must stay below about 3·bandwidth/M rad per sample. " +
    "The outputs phase and frequency belong to the sample that comes out with them. " +
    "The result has an ambiguity of 1/M turn; a differential code removes it. Numbers that are NaN or infinite count as zero.",
  keywords: ["digital_costas_loop_cc", "carrier recovery", "phase synchronization", "Viterbi and Viterbi", "PLL"],
  fields,
  ports: () => typedPorts({ in: "complex" }, { out: "complex", phase: "real", frequency: "real" }),
  plan: async () => (await import("./costas-loop.plan.ts")).createCostasLoop,
});
