import { expect, it } from "vitest";
import { useNotices } from "../elements/notices.ts";
import { replaceAddress } from "./address.ts";

it("says once that a browser refuses an address, and continues", () => {
  const taken: string[] = [];
  replaceAddress("#turbo", { replaceState: (_, __, url) => void taken.push(String(url)) });
  const refuse = () => {
    throw new DOMException("Attempt to use history.replaceState() more than 100 times per 30 seconds", "SecurityError");
  };
  for (let i = 0; i < 3; i++) replaceAddress("#mimo", { replaceState: refuse });
  expect(taken).toEqual(["#turbo"]);
  expect(useNotices.getState().notices.map(({ text }) => text)).toEqual([
    "The browser did not take the new address, so it does not hold the last changes. Attempt to use history.replaceState() more than 100 times per 30 seconds.",
  ]);
});
