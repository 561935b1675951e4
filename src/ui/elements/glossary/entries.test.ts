import { describe, expect, it } from "vitest";
import { createMatcher } from "./match.ts";
import { GLOSSARY } from "./entries.ts";

const terms = GLOSSARY.flatMap(({ terms }) => terms);
const match = createMatcher(terms);
const found = (text: string) =>
  match(text).flatMap((piece) => (typeof piece === "string" ? [] : [[piece.text, piece.term.term]]));

describe("glossary", () => {
  it("gives back the whole text", () => {
    const text = "Overlap-save, ZF and MMSE; the BER at 14 dB of Eb/N0. ZF again.";
    expect(
      match(text)
        .map((piece) => (typeof piece === "string" ? piece : piece.before + piece.text + piece.after))
        .join(""),
    ).toBe(text);
  });

  it("keeps the punctuation around a term in its line", () => {
    expect(match("Compare (ZF), or “MMSE”: both.")).toMatchObject([
      "Compare ",
      { before: "(", text: "ZF", after: ")," },
      " or ",
      { before: "“", text: "MMSE", after: "”:" },
      " both.",
    ]);
  });

  it.each([
    ["Overlap-save wins.", [["Overlap-save", "overlap-save"]]],
    [
      "LLRs and poles",
      [
        ["LLRs", "LLR"],
        ["poles", "pole"],
      ],
    ],
    [
      "σ² and ω̂, ZF, ZF",
      [
        ["σ²", "σ²"],
        ["ω̂", "ω̂"],
        ["ZF", "ZF"],
      ],
    ],
    ["the phase-locked loop of a polemic", [["phase-locked loop", "phase loop"]]],
    ["1/T and T2, TX", []],
    ["No: zero times anything is zero.", []],
    ["Zeros near the circle lower the gain.", [["Zeros near the circle", "zero"]]],
    [
      "Max-Log-MAP beside Log-MAP",
      [
        ["Max-Log-MAP", "Max-Log-MAP"],
        ["Log-MAP", "Log-MAP"],
      ],
    ],
    [
      "IQ, QR",
      [
        ["IQ", "IQ"],
        ["QR", "QR decomposition"],
      ],
    ],
  ])("finds the terms of “%s”", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it("has each spelling once, and meanings that are sentences", () => {
    const spellings = terms.flatMap(({ term, also = [] }) => [term, ...also]);
    expect(spellings.filter((spelling, i) => spellings.indexOf(spelling) !== i)).toEqual([]);
    for (const { term, meaning } of terms) expect(meaning, term).toMatch(/^\p{Lu}.*\.$/su);
  });

  // After a change: npx vitest run src/ui/elements/glossary -u
  it("is printed in docs/glossary.md", async () => {
    await expect(printed()).toMatchFileSnapshot("../../../../docs/glossary.md");
  });
});

function printed(): string {
  const sections = GLOSSARY.map(({ subject, terms }) => {
    const entries = terms.map(
      ({ term, long, also, meaning }) =>
        `- **${term}**${long ? ` (${long})` : ""}: ${meaning}${also?.some((other) => other !== long) ? ` Also: ${also.filter((other) => other !== long).join(", ")}.` : ""}`,
    );
    return `## ${subject}\n\n${entries.join("\n")}\n`;
  });
  return `# Glossary\n\nThe page opens these entries from the terms in its texts.\n\n${sections.join("\n")}`;
}
