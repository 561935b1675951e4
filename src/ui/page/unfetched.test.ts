import { expect, it, vi } from "vitest";
import { useNotices } from "../elements/notices.ts";
import { sayUnfetched } from "./unfetched.ts";

const network = { onLine: false };
const page = new EventTarget();
vi.stubGlobal("navigator", network);
vi.stubGlobal("window", page);

const notices = () => useNotices.getState().notices.map(({ text, action }) => [text, action?.label]);

it("offers a reload for a newer version, but not without a network, where it would lose the page", () => {
  sayUnfetched();
  expect(notices()).toEqual([[expect.stringContaining("has no network"), undefined]]);
  network.onLine = true;
  page.dispatchEvent(new Event("online"));
  expect(notices()).toEqual([]);
  sayUnfetched();
  expect(notices()).toEqual([[expect.stringContaining("newer version"), "Reload"]]);
});
