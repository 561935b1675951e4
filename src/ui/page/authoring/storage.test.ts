import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { exampleLecture } from "#core/lectures/testing.ts";
import { draftOf, newDraft } from "./draft.ts";
import { forgetDraft, keepDraft, keptDrafts, readDraft } from "./storage.ts";

/** A browser's storage with room for items of at most `room` characters. */
function fakeStorage(room: number): Storage {
  const items: Record<string, string> = {};
  const methods = {
    getItem: (name: string) => items[name] ?? null,
    setItem(name: string, text: string) {
      if (text.length > room) throw new DOMException("full", "QuotaExceededError");
      items[name] = text;
    },
    removeItem: (name: string) => delete items[name],
  };
  // Its names are its own enumerable properties, as in browsers.
  return new Proxy(items, {
    get: (_, name: string) => (methods as Record<string, unknown>)[name] ?? items[name],
  }) as unknown as Storage;
}

describe("drafts in the browser", () => {
  beforeEach(() => vi.stubGlobal("localStorage", fakeStorage(20_000)));
  afterEach(() => vi.unstubAllGlobals());

  it("are read as they were stored, and listed with the newest first", () => {
    const clock = vi.spyOn(Date, "now").mockReturnValueOnce(1000).mockReturnValueOnce(2000);
    expect(keepDraft("a", draftOf(exampleLecture()))).toBe(true);
    expect(keepDraft("b", newDraft("b"))).toBe(true);
    clock.mockRestore();
    expect(readDraft("a")).toEqual(draftOf(exampleLecture()));
    expect(keptDrafts().map(({ key, changed }) => [key, changed])).toEqual([
      ["b", 2000],
      ["a", 1000],
    ]);
    forgetDraft("b");
    expect(keptDrafts().map(({ key }) => key)).toEqual(["a"]);
  });

  it("stay in the older version if there is no room for the newer one", () => {
    const draft = { ...newDraft("a"), title: "Older" };
    keepDraft("a", draft);
    expect(keepDraft("a", { ...draft, title: "x".repeat(30_000) })).toBe(false);
    expect(readDraft("a")?.title).toBe("Older");
  });

  it.each([
    "no JSON",
    "null",
    "{}",
    '{"changed":1,"draft":{"title":"x"}}',
    '{"changed":1,"draft":{"id":"a","title":"x","summary":"","teaches":[],"needs":[],"tasks":[],"steps":[null]}}',
    '{"changed":1,"draft":{"id":"a","title":"x","summary":"","teaches":[],"needs":[],"tasks":[],"steps":[{"title":"","text":"","scenario":"turbo","questions":[{"kind":"essay"}]}]}}',
  ])("are left out if another program wrote %s", (text) => {
    localStorage.setItem("threeray.draft.a", text);
    expect(readDraft("a")).toBeUndefined();
    expect(keptDrafts()).toEqual([]);
  });
});
