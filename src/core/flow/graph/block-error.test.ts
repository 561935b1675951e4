import { describe, expect, it } from "vitest";
import { DeviceLostError, OutOfMemoryError } from "../../gpu/errors.ts";
import { BlockError, blaming, blamingLater } from "./block-error.ts";

describe("flow/block-error", () => {
  it("names the innermost block, and keeps the cause", async () => {
    const cause = new Error("too long");
    const fail = () => {
      throw cause;
    };
    expect(() => blaming("a", () => blaming("b", fail))).toThrow(
      expect.objectContaining({ name: "BlockError", block: "b", message: "too long", cause }),
    );
    await expect(blamingLater("a", () => Promise.reject("odd"))).rejects.toEqual(new BlockError("a", "odd"));
  });

  it.each([new DeviceLostError("lost"), new OutOfMemoryError("full")])(
    "does not blame a block for %s",
    async (error) => {
      await expect(blamingLater("a", () => Promise.reject(error))).rejects.toBe(error);
    },
  );
});
