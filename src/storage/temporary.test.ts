import { afterEach, expect, it, vi } from "vitest";
import { deleteTemporary, openTemporary } from "./temporary.ts";
import { fakeDisk } from "./testing.ts";

/** Web Locks of one browser: a name has one holder at a time, as long as its callback runs. */
function fakeLocks() {
  const held = new Set<string>();
  return {
    held,
    async request(name: string, _: unknown, use: (lock: object | null) => unknown) {
      if (held.has(name)) return use(null);
      held.add(name);
      try {
        return await use({ name });
      } finally {
        held.delete(name);
      }
    },
  };
}

const browser = (disk: ReturnType<typeof fakeDisk>, locks: ReturnType<typeof fakeLocks>, quota: number) =>
  vi.stubGlobal("navigator", {
    locks,
    storage: { getDirectory: async () => disk.root, estimate: async () => ({ quota, usage: 1000 }) },
  });

afterEach(() => vi.unstubAllGlobals());

it("keeps what a tab writes until the tab no longer needs it, and deletes files of tabs that are gone", async () => {
  const [disk, locks] = [fakeDisk(new Map(), { most: 3 }), fakeLocks()];
  browser(disk, locks, 1e6);
  const file = await openTemporary(10);
  for (const piece of [
    [1, 2, 3, 4, 5],
    [6, 7],
  ])
    await file.write(Uint8Array.from(piece));
  const content = await file.finish();
  expect([...new Uint8Array(await content.slice(0, 9).arrayBuffer())]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  // Its own lock is held, so another tab leaves it.
  await deleteTemporary();
  expect(disk.files.size).toBe(1);
  locks.held.clear();
  const other = await openTemporary(0);
  expect(disk.files.size).toBe(1);
  expect(locks.held.size).toBe(1);
  await other.remove();
  expect([disk.files.size, locks.held.size]).toEqual([0, 0]);
});

it("says why the browser has no room, before or while it writes", async () => {
  let full = false;
  const disk = fakeDisk(new Map(), {
    before: ({ do: change }) => {
      if (full && change === "write") throw new DOMException("full", "QuotaExceededError");
    },
  });
  browser(disk, fakeLocks(), 5_001_000);
  await expect(openTemporary(6e6)).rejects.toThrow("the browser has room for 5 MB");
  const file = await openTemporary(5e6);
  full = true;
  expect(() => file.write(Uint8Array.of(1))).toThrow("the browser has no room for more");
  await file.remove();
  expect(disk.files.size).toBe(0);
});
