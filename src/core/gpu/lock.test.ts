import { describe, expect, it } from "vitest";
import { createLock } from "./lock.ts";

/** Work that lasts until the test ends it, and logs its start and end. */
function stepwise(log: string[]) {
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () => {
    log.push(`${name} begins`);
    return new Promise<void>((resolve, reject) => {
      ends.set(name, (error) => {
        log.push(`${name} ends`);
        if (error) reject(error);
        else resolve();
      });
    });
  };
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await settled();
  };
  return { work, end };
}

/** Resolves after all work that needs nothing else. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("gpu/lock", () => {
  it("lets shared work run together, and a timing alone, in the order of the calls", async () => {
    const log: string[] = [];
    const { work, end } = stepwise(log);
    const lock = createLock();
    void lock.share(work("a"));
    void lock.share(work("b"));
    void lock.alone(work("timing"));
    void lock.share(work("c"));
    await settled();
    expect(log).toEqual(["a begins", "b begins"]);
    await end("b");
    await end("a");
    expect(log.slice(2)).toEqual(["b ends", "a ends", "timing begins"]);
    await end("timing");
    expect(log.slice(5)).toEqual(["timing ends", "c begins"]);
  });

  it("continues after failed work, and passes its error to the caller", async () => {
    const log: string[] = [];
    const { work, end } = stepwise(log);
    const lock = createLock();
    const failing = lock.alone(work("timing"));
    const sharing = lock.share(work("a"));
    await settled();
    const failed = expect(failing).rejects.toThrow("broken");
    await end("timing", new Error("broken"));
    await failed;
    const refused = expect(sharing).rejects.toThrow("broken too");
    await end("a", new Error("broken too"));
    await refused;
    await expect(lock.alone(() => Promise.resolve(7))).resolves.toBe(7);
  });
});
