import { describe, expect, it } from "vitest";
import { stepWords } from "#core/lectures/words.ts";
import { decodeAdaptive, encodeAdaptive } from "./address.ts";
import { ADAPTATION_CLAIMS } from "./lectures.adaptation.claims.ts";
import { BLOCK_CLAIMS } from "./lectures.blocks.claims.ts";
import { DECISION_CLAIMS } from "./lectures.decisions.claims.ts";
import { LINEAR_CLAIMS } from "./lectures.linear.claims.ts";
import { type ClaimTable, seen, type StepClaims } from "./lectures.testing.ts";
import { LECTURES } from "./lectures.ts";

const FIGURES =
  "eyes constellations zeros responses taps learning bowl ber misadjustment spread forgetting precision bursts trellis carriers exit".split(
    " ",
  );

/** The claims of all lectures, one table per file. */
const TABLES: readonly ClaimTable[] = [LINEAR_CLAIMS, ADAPTATION_CLAIMS, DECISION_CLAIMS, BLOCK_CLAIMS];
const claims = new Map(TABLES.flatMap((table) => Object.entries(table)));

const steps = LECTURES.flatMap(({ id, steps }) => steps.map((step, i) => ({ name: `${id}, step ${i + 1}`, ...step })));

/** The lectures in the order of textbooks: the eye first, then known channels, learning, and sequences and blocks. */
const ORDER = [
  "nyquist-and-the-eye",
  "interference-and-zeros",
  "zero-forcing-and-mmse",
  "lms-and-the-bowl",
  "eigenvalue-spread",
  "rls-memory-and-precision",
  "blind-equalizers",
  "decisions-fed-back",
  "most-likely-sequence",
  "one-tap-per-frequency",
  "turbo-equalization",
];

describe("Adaptive lectures", () => {
  it("have the order of textbooks", () => {
    expect(LECTURES.map(({ id }) => id)).toEqual(ORDER);
  });

  it("have unique names, four to six steps, and a step whose numbers vary", () => {
    expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
    for (const { id, steps: own } of LECTURES) {
      expect(own.length, id).toBeGreaterThanOrEqual(4);
      expect(own.length, id).toBeLessThanOrEqual(6);
      expect(own.filter(({ vary }) => vary).length, id).toBeGreaterThan(0);
    }
  });

  it.each(steps)("$name: the scenario is a valid link and the figure exists", ({ scenario, figure }) => {
    const link = decodeAdaptive(`#${scenario}`);
    expect(decodeAdaptive(encodeAdaptive(link))).toEqual(link);
    expect(FIGURES).toContain(figure);
  });

  it("have claims of each step, and of no other", () => {
    expect([...claims.keys()].toSorted()).toEqual(steps.map(({ name }) => name).toSorted());
  });
});

async function check(name: string, kind: keyof StepClaims) {
  const { scenario, ...step } = steps.find((one) => one.name === name)!;
  for (const [i, claim] of ((await claims.get(name)?.[kind]?.(seen(scenario))) ?? []).entries()) {
    if (typeof claim === "string") expect(stepWords(step)).toContain(claim);
    else expect(claim, `claim ${i + 1}`).toBe(true);
  }
}
const namesWith = (kind: keyof StepClaims) => [...claims].filter(([, one]) => one[kind]).map(([name]) => name);

describe("what the lectures say", () => {
  it.each(namesWith("known"))("%s: closed forms", (name) => check(name, "known"));
});

describe.runIf(process.env.THREERAY_SLOW)("what the lectures’ figures show (THREERAY_SLOW)", () => {
  it.each(namesWith("measured"))("%s", (name) => check(name, "measured"));
});
