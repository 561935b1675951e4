import { describe, expect, it } from "vitest";
import { inOrder } from "./in-order.ts";

const later = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("worker/in-order", () => {
  it.each([
    ["answer", async () => "done"],
    [
      "error",
      async () => {
        throw new RangeError("refused");
      },
    ],
  ])("an %s comes after the last report of progress, which is slow", async (_, end) => {
    const heard: unknown[] = [];
    const onProgress = async (share: number) => {
      await later();
      heard.push(share);
    };
    const work = async (step: number, report: (share: number) => unknown) => {
      void report(step);
      void report(2 * step);
      return end();
    };
    await inOrder(work, 0.5, onProgress).then(
      (answer) => heard.push(answer),
      ({ message }: Error) => heard.push(message),
    );
    expect(heard).toEqual([0.5, 1, await end().catch(({ message }: Error) => message)]);
  });

  it("a failure of the page's callback ends the call", async () => {
    const onProgress = async () => {
      throw new TypeError("no such figure");
    };
    const work = async (report: () => unknown) => void report();
    await expect(inOrder(work, onProgress)).rejects.toThrow("no such figure");
  });
});
