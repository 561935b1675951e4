import { expect, it } from "vitest";
import { createForeground } from "./foreground.ts";

it("is idle when all work has ended, also work that failed and work that began meanwhile", async () => {
  const { run, idle } = createForeground();
  await idle();
  const ended: string[] = [];
  const work = (name: string, turns: number) => async () => {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    ended.push(name);
    return name;
  };
  const first = run(work("first", 20));
  const failing = run(async () => {
    await work("failing", 5)();
    throw new Error("no");
  });
  const second = first.then(() => run(work("second", 20)));
  const waiting = idle().then(() => ended.push("idle"));
  await expect(failing).rejects.toThrow("no");
  expect(await Promise.all([first, second])).toEqual(["first", "second"]);
  await waiting;
  expect(ended).toEqual(["failing", "first", "second", "idle"]);
});
