import { expect, it } from "vitest";
import { decodeLink, encodeLink } from "./link.ts";
import { LECTURES } from "./lectures.ts";
import { LESSONS } from "./lessons.ts";

const steps = LECTURES.flatMap(({ id, steps }) => steps.map((step, i) => ({ name: `${id}, step ${i + 1}`, ...step })));

it("has lectures of several steps, each found by its own name", () => {
  expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  for (const { id, lab, steps } of LECTURES) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(lab).toBe("equalizers");
    expect(steps.length).toBeGreaterThanOrEqual(3);
  }
});

it.each(steps)("$name: a scenario as a link holds it, a figure that is there", ({ scenario, focus }) => {
  const link = ["#equalizers?v=1", scenario].filter(Boolean).join("&");
  expect(encodeLink(decodeLink(link)).split("&").toSorted()).toEqual(link.split("&").toSorted());
  expect(Object.keys(LESSONS)).toContain(focus);
});
