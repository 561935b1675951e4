/** Files that break a rule of the house today, with the reason. The list only becomes shorter. */
export const EXCEPTIONS = [
  {
    rule: "delete",
    why: "Page and worker still import the experiments of single labs.",
    files: [
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
