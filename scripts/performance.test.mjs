import { describe, expect, it } from "vitest";
import { benchLines } from "./bench-times.mjs";
import { filled, read, TEXTS, VALUES, vocabulary, withPart } from "./performance.mjs";
import { roofline } from "./roofline.mjs";

const TABLE = `- NVIDIA: 580.1, WebGPU, nvidia-h100 (Xeon), 2026-11-28: timestamp query.

| work                     | by    | ms (least to most)        | of copy speed | error | published |
| ------------------------ | ----- | ------------------------: | ------------: | ----: | --------: |
| fir, 64 taps             | ours  | 0.250 (0.249 to 0.251)    | 61 % | 1e-6 | |
| fir, 64 taps             | cupyx | 3.45 (3.42 to 3.55)       | 5 % | | |
| ldpc, 100 × 2304         | ours  | 0.00512 (0.0051 to 0.0052) | | | |
`;

describe("the page of speeds", () => {
  it("computes values from the lines of its table", () => {
    const { gpu, ms, rate, ofCopy, times, percent } = vocabulary(TABLE);
    expect(gpu).toBe("H100");
    expect(ms("fir/ours 64 taps")).toBe("0.25 ms");
    // 230,400 bits in 5.12 µs.
    expect(rate("ldpc/ours 100 × 2304", 230_400, "Gbit/s")).toBe("45 Gbit/s");
    expect(rate("ldpc/ours 100 × 2304", 100, "MS/s")).toBe("19.5 MS/s");
    expect(ofCopy("fir/ours 64 taps")).toBe("61 %");
    // 3.45 ms / 0.25 ms = 13.8.
    expect(times("fir/cupyx 64 taps", "fir/ours 64 taps")).toBe("14 times");
    expect(percent("fir/ours 64 taps", "fir/cupyx 64 taps")).toBe("7 %");
    expect(() => ms("fir/ours 65 taps")).toThrow('has no line "fir/ours 65 taps"');
  });

  it("writes values between their comments, and leaves other text alone", () => {
    const text = "It takes <!--= fir -->9 ms<!-- -->, a copy 5 ms.";
    const values = { fir: ({ ms }) => ms("fir/ours 64 taps") };
    expect(filled(text, vocabulary(TABLE), values)).toBe("It takes <!--= fir -->0.25 ms<!-- -->, a copy 5 ms.");
    expect(() => filled(text, vocabulary(TABLE), {})).toThrow('there is no value "fir"');
  });

  it("replaces a part between its comments, and names one that is missing", () => {
    const text = "a\n\n<!-- b -->\n\nold\n\n<!-- end of b -->\n\nc\n";
    expect(withPart(text, "b", "new\n")).toBe("a\n\n<!-- b -->\n\nnew\n\n<!-- end of b -->\n\nc\n");
    expect(() => withPart(text, "c", "")).toThrow('has no part "c"');
  });

  it("agrees with its table, as the paper does; if not, run npm run performance", () => {
    const words = vocabulary(read(TEXTS[0]));
    for (const file of TEXTS) expect(filled(read(file), words) === read(file), file).toBe(true);
  });

  it("has each value in a text, and no line that begins with one", () => {
    const texts = TEXTS.map(read).join("\n");
    const used = new Set([...texts.matchAll(/<!--= ([\w-]+) -->/g)].map(([, name]) => name));
    expect([...used].toSorted()).toEqual(Object.keys(VALUES).toSorted());
    expect(texts).not.toMatch(/^<!--=/m);
  });

  it("has no rate or time in its text that a script does not fill in", () => {
    // Tables are outputs of commands.
    const text = read(TEXTS[0])
      .split("\n")
      .filter((line) => !line.startsWith("|"))
      .join("\n")
      .replaceAll(/<!--= [\w-]+ -->[\s\S]*?<!-- -->/g, "")
      .replaceAll(/`[^`]*`/g, "");
    expect(text.match(/\d[\d.,]*\s(?:ms|µs|s|[GM]?bit\/s|[GM]?S\/s|TB\/s|%|times)(?![\w-])/g) ?? []).toEqual([]);
  });
});

describe("the roofline", () => {
  it("puts a kernel where its operations and bytes say", () => {
    const copy = { name: "arithmetic/copy 128 MiB", bytes: 2 ** 28, ms: 0.1 };
    // 64 taps for 2^26 samples, at four times the time of its bytes.
    const fir = { name: "fir/direct 64 taps, 67108864 real samples", bytes: 2 ** 29, ms: 0.8 };
    const svg = roofline([copy, fir], "H100");
    expect(svg).toContain("fir/direct: 25 %");
    expect(svg).toContain("10.7 trillion operations per second");
    expect(svg).toContain("copy kernel: 2.68 TB/s");
    expect(svg.match(/<circle/g)).toHaveLength(1);
  });

  it("names kernels of the page", () => {
    const names = [...benchLines(read(TEXTS[0])).keys()];
    const all = roofline(
      names.map((name) => ({ name, bytes: 1e6, ms: 1 })),
      "H100",
    );
    expect(all.match(/<circle/g).length).toBeGreaterThan(8);
  });
});
