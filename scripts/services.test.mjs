import { expect, it } from "vitest";
import { missingServices } from "./services.mjs";

it("names the packages whose programs are in no folder", () => {
  expect(missingServices(() => true)).toEqual([]);
  expect(missingServices((path) => path === "/usr/sbin/munged")).toEqual(["redis-server", "slurm-wlm"]);
});
