/** Files that break a rule of the house today, with the reason. The list only becomes shorter. */
export const EXCEPTIONS = [
  {
    rule: "delete",
    why: "The page still imports the experiments of single labs.",
    files: [
      "src/ui/kit/recording/packet-table.tsx",
      "src/ui/kit/recording/receiver.ts",
      "src/ui/kit/recording/reception-table.tsx",
      "src/ui/kit/recording/recording.ts",
    ],
  },
];
