import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { testRandom } from "../../gpu/testing.ts";
import { Sha512 } from "./sha512.ts";

it.each([0, 1, 3, 111, 112, 113, 127, 128, 129, 1000, 100_003])(
  "hashes %i bytes as Node.js does, in pieces",
  (size) => {
    const random = testRandom(size + 1);
    const data = Uint8Array.from({ length: size }, () => random() * 256);
    const hash = new Sha512();
    for (let at = 0; at < size;) {
      const piece = Math.ceil(random() * 300);
      hash.update(data.subarray(at, at + piece));
      at += piece;
    }
    expect(hash.digest()).toBe(createHash("sha512").update(data).digest("hex"));
  },
);

it("hashes the standard's example", () => {
  const digest = new Sha512().update(new TextEncoder().encode("abc")).digest();
  expect(digest.slice(0, 32)).toBe("ddaf35a193617abacc417349ae204131");
});
