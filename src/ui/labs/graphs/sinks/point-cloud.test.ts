import { expect, it } from "vitest";
import { pointCloud } from "./point-cloud.ts";

it.each([
  ["usual points", [1, -1, 0.5, 0.25], 1, [1, -1, 0.5, 0.25]],
  ["the largest numbers", [3e38, 0], 3e38, [1, 0]],
  ["points without a value", [Number.NaN, 1, 2, 0, 0, -Infinity], 2, [1, 0]],
  ["no finite point", [Number.NaN, Number.NaN], 1e-9, []],
] as const)("graphs/sinks/point-cloud: scales %s into the square", (_, points, reach, drawn) => {
  const cloud = pointCloud(points);
  expect(cloud.reach).toBeCloseTo(reach, 12);
  expect([...cloud.points]).toEqual(drawn);
});
