/** Files that break a rule of the house today, with the reason. The list only becomes shorter. */
export const EXCEPTIONS = [
  {
    rule: "reference",
    why: "Figures show what a reference computes, which has no name of its own yet.",
    files: [
      "src/core/codes/turbo/experiment/codeword.ts",
      "src/core/filters/signal.ts",
      "src/core/fir/transform.ts",
      "src/core/mimo/experiment/chain.ts",
      "src/core/mimo/experiment/look.ts",
      "src/core/mimo/experiment/vector.ts",
      "src/core/telemetry/equalizer/condition.ts",
      "src/core/telemetry/experiment/figures/equalizers.ts",
      "src/core/telemetry/experiment/figures/estimate.ts",
      "src/core/telemetry/experiment/figures/eye.ts",
      "src/core/telemetry/soqpsk/spectrum.ts",
    ],
  },
  {
    rule: "delete",
    why: "Page and worker still import the experiments of single labs.",
    files: [
      "src/ui/figures/algorithms.ts",
      "src/ui/figures/glyph.tsx",
      "src/ui/kit/recording/packet-table.tsx",
      "src/ui/kit/recording/receiver.ts",
      "src/ui/kit/recording/reception-table.tsx",
      "src/ui/kit/recording/recording.ts",
      "src/worker/filters.ts",
      "src/worker/protocol.ts",
      "src/worker/recordings.ts",
    ],
  },
];
