import { beforeEach, expect, it, vi } from "vitest";
import { create } from "zustand";

vi.mock("./engine.ts", () => ({ isWorkerLoss: (error: Error) => error.message === "worker lost" }));
// The text of a failure.
vi.stubGlobal("location", { href: "http://localhost/" });
vi.stubGlobal("navigator", { userAgent: "a test" });

const { createLive } = await import("./live.ts");

interface Link {
  seed: number;
}

/** Figures that count the seed's last digit as errors; the test ends each request. */
function fixture() {
  const of = create<Link>()(() => ({ seed: 1 }));
  const asked: { link: Link; answer(): Promise<void>; fail(error: Error): Promise<void> }[] = [];
  const figures = createLive<Link, { seed: number; still: string }, "still", number>({
    of,
    doing: "Drawing",
    failed: "The figures could not be drawn.",
    ask: (show, link, which) =>
      new Promise((resolve, reject) => {
        const answer = async () => {
          show(which ? { still: `still ${link.seed}` } : { seed: link.seed });
          resolve();
          await vi.advanceTimersByTimeAsync(0);
        };
        const fail = async (error: Error) => {
          reject(error);
          await vi.advanceTimersByTimeAsync(0);
        };
        asked.push({ link, answer, fail });
      }),
    draws: {
      figures: ["one"],
      reseeded: ({ seed }, seedOf) => ({ seed: seedOf(seed) }),
      count: ({ seed }) => seed % 10,
      add: (all, more) => all + more,
    },
  });
  return { of, asked, figures, state: figures.store.getState };
}

beforeEach(() => {
  vi.useFakeTimers();
});

it("draws with other seeds, adds their errors to the link's own draw, and shows that draw again", async () => {
  const { asked, figures, state } = fixture();
  void figures.compute();
  await asked[0].answer();
  expect(state()).toMatchObject({ seed: 1, computing: false, drawn: true });
  for (const number of [1, 2, 3]) {
    void figures.live!.draw(number);
    await asked[number].answer();
  }
  const seeds = asked.map(({ link }) => link.seed);
  expect(new Set(seeds).size).toBe(4);
  const counts = seeds.reduce((sum, seed) => sum + (seed % 10), 0);
  expect(state()).toMatchObject({ seed: seeds[3], live: { own: { seed: 1 }, draws: 4, counts } });
  void figures.live!.draw(4);
  figures.live!.end();
  // The draw in progress comes too late.
  await asked[4].answer();
  expect(state()).toMatchObject({ seed: 1, live: undefined });
});

it("counts from zero after a change, also where the change leaves the drawn figures as they are", async () => {
  const { of, asked, figures, state } = fixture();
  void figures.compute();
  await asked[0].answer();
  void figures.live!.draw(1);
  await asked[1].answer();
  // A draw in progress is of the link before the change.
  void figures.live!.draw(2);
  of.setState({ seed: 5 });
  void figures.compute();
  await asked[2].answer();
  expect(state().seed).toBe(asked[1].link.seed);
  await asked[3].answer();
  expect(state()).toMatchObject({ seed: 5, live: undefined });
  void figures.live!.draw(3);
  await asked[4].answer();
  expect(state().live).toMatchObject({ draws: 2, own: { seed: 5 } });
  void figures.compute("still");
  await asked[5].answer();
  expect(state()).toMatchObject({ seed: 5, still: "still 5", live: undefined });
});

it("draws nothing before the first figures, and says why figures failed", async () => {
  const { asked, figures, state } = fixture();
  await figures.live!.draw(1);
  expect(asked).toHaveLength(0);
  void figures.compute();
  await vi.advanceTimersByTimeAsync(150);
  expect(state().waiting).toBe(true);
  await asked[0].fail(new Error("no memory"));
  expect(state()).toMatchObject({ computing: false, waiting: false, failure: { why: "no memory" } });
  void figures.compute();
  await asked[1].fail(new Error("worker lost"));
  expect(state().failure).toBeUndefined();
});

it("says that all answers are there before it draws the last ones", async () => {
  const { asked, figures, state } = fixture();
  const drawn: (number | undefined)[] = [];
  void figures.compute(undefined, () => drawn.push(state().seed));
  await asked[0].answer();
  await vi.advanceTimersByTimeAsync(10);
  expect(drawn).toEqual([undefined]);
  expect(state()).toMatchObject({ seed: 1, computing: false, drawn: true });
});
