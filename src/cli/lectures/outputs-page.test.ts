import { expect, it } from "vitest";
import { terminalLabs } from "./labs.ts";

/** A scenario of each lab that has all kinds of outputs. */
const SCENARIOS = [
  "adaptive?equalizers=mmse,map&code=convolutional:5,7&outer=2",
  "convolution?methods=direct,transform",
  "equalizers?equalizers=mmse",
  "filters",
  "graphs?preset=ber-loop",
  "mimo?detectors=mmse",
  "recordings?example=qpsk-burst",
  "turbo?iterations=2",
  "wifi?estimators=ls",
];

it("docs/outputs.md lists the outputs; if not, run npx vitest run src/cli/lectures/outputs-page -u", async () => {
  const labs = terminalLabs();
  const lines = [
    "# Outputs of the labs",
    "",
    "Questions and checks of [lectures](lectures.md) name these values. A name may end in a receiver, a method or a frequency: it is listed for one",
    "scenario. `…` is a number, NAME the name of a block. `lecture check FILE` lists the outputs of a step if it names an unknown one.",
    "",
  ];
  for (const scenario of SCENARIOS) {
    lines.push(`## ${scenario.split("?")[0]}`, "", `For \`${scenario}\`:`, "");
    for (const { name, title, unit, kind, compares } of await labs.outputs(scenario)) {
      const facts = [kind, unit, compares ? "needs a reference" : ""].filter(Boolean).join(", ");
      lines.push(`- \`${name}\`: ${title} (${facts})`);
    }
    lines.push("");
  }
  await expect(lines.join("\n")).toMatchFileSnapshot("../../../docs/outputs.md");
});
