import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { firstLab } from "#core/lectures/lecture.ts";
import { type LabEntry, LABS } from "./registry.ts";

// Figures look for the colour scheme as soon as they are imported.
const listening = { addEventListener() {} };
vi.stubGlobal("window", { ...listening, matchMedia: () => ({ ...listening, matches: false }) });
vi.stubGlobal("document", { ...listening, documentElement: {} });
vi.stubGlobal(
  "MutationObserver",
  class {
    observe() {}
  },
);

const UI = join(import.meta.dirname, "..");
const labs: [string, LabEntry][] = Object.entries(LABS);

/** Files of the page that belong to no lab. */
const shared = readdirSync(UI, { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.(tsx?|css)$/.test(path) && !/^labs\/|\.test\.ts$/.test(path),
);

it("has at most one lab that shows recordings", () => {
  expect(labs.filter(([, { viewer }]) => viewer).length).toBeLessThanOrEqual(1);
});

describe.each(labs)("the lab %s", (name, { start, load, lectures }) => {
  it("brings a session that reads the bar's link and writes links of its own name", async () => {
    const { session, groups = [] } = (await load()).lab;
    const link = `#${name}?${["v=1", start].filter(Boolean).join("&")}`;
    expect(session.read(link).address).toBe(link);
    expect(session.address()).toBe(`#${name}?v=1`);
    const names = groups.map((group) => group.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("has its own lectures, if any", async () => {
    for (const lecture of (await lectures?.())?.LECTURES ?? []) expect(firstLab(lecture)).toBe(name);
  });

  it("is named by no file of the page outside its folder", () => {
    const naming = new RegExp(`labs/${name}\\b|#${name}\\b|["']${name}["']`);
    expect(shared.filter((path) => naming.test(readFileSync(join(UI, path), "utf8")))).toEqual([]);
  });
});

it.each(labs.flatMap(([name, { receiver }]) => (receiver ? [[name, receiver] as const] : [])))(
  "the receiver of %s has found nothing before it has run, and takes no recording unseen",
  async (_, source) => {
    const { reception, takes } = (await source()).receiver;
    expect(reception.store.getState()).toMatchObject({ phase: "idle" });
    expect(reception.count()).toMatch(/^0 /);
    expect(takes()).toBe(false);
  },
);
