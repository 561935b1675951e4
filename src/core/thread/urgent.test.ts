import { expect, it, vi } from "vitest";
import { afterUrgent, urgently } from "./urgent.ts";

const work =
  <T>(turns: number, answer: () => T) =>
  async () => {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    return answer();
  };

it("waits for all urgent work, also for work that fails, and work that begins meanwhile", async () => {
  await afterUrgent();
  const ended: string[] = [];
  const first = urgently(work(20, () => ended.push("first")));
  const failing = urgently(
    work(5, () => {
      throw new Error("no");
    }),
  );
  const second = first.then(() => urgently(work(20, () => ended.push("second"))));
  const waiting = afterUrgent().then(() => ended.push("other work"));
  await expect(failing).rejects.toThrow("no");
  await Promise.all([first, second, waiting]);
  expect(ended).toEqual(["first", "second", "other work"]);
});

it("waits half a second at most for work that does not end", async () => {
  vi.useFakeTimers();
  let end!: () => void;
  const held = urgently(() => new Promise<void>((resolve) => (end = resolve)));
  let waited = false;
  const waiting = afterUrgent().then(() => (waited = true));
  await vi.advanceTimersByTimeAsync(490);
  expect(waited).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(waited).toBe(true);
  end();
  await Promise.all([held, waiting]);
  vi.useRealTimers();
});
