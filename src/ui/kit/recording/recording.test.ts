import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RecordingSummary } from "#core/capture/runs.ts";

interface Asked {
  what: string;
  /** The name of the first file, or of what is made. */
  name?: string;
  resolve(answer?: unknown): void;
  reject(error: Error): void;
}

/** The questions to the worker. The test answers them. */
const asked = vi.hoisted(() => [] as Asked[]);
vi.mock("../engine.ts", () => ({
  worker: {
    ask: (_: string, what: string, given?: string | { name: string }[]) =>
      new Promise((resolve, reject) => {
        const name = Array.isArray(given) ? given[0].name : given;
        asked.push({ what, name, resolve, reject });
      }),
  },
  useGpu: { getState: () => ({}) },
  useCallError: { subscribe: () => {} },
  isReady: () => true,
}));
// The text of a failure.
vi.stubGlobal("location", { href: "http://localhost/" });
vi.stubGlobal("navigator", { userAgent: "a test" });

const { useNotices } = await import("../../elements/notices.ts");
const { openExample } = await import("./examples.ts");
const { endOpening, openFiles, shownRecording, useRecording } = await import("./recording.ts");

/** Lets all work continue that waits for nothing else. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 0));
const files = (name: string) => [new File(["samples"], name)];
const stopped = () => Object.assign(new Error("stopped"), { name: "AbortError" });

/** Returns the question about a file, or about a recording to be made. */
async function question(name: string): Promise<Asked> {
  await rest();
  const found = asked.find((one) => one.name === name);
  expect(found, name).toBeDefined();
  return found!;
}

/** The worker has opened a file. */
async function opens(name: string): Promise<void> {
  (await question(name)).resolve([{ title: name, uncertain: false } as unknown as RecordingSummary]);
  await rest();
}

const shown = () => {
  const { example, reading, saving, failure, refused } = useRecording.getState();
  return { title: shownRecording(useRecording.getState())?.title, example, reading, saving, failure, refused };
};
const only = (title: string | undefined, example?: string) => ({
  title,
  example,
  reading: undefined,
  saving: undefined,
  failure: undefined,
  refused: undefined,
});

describe("the newest request to open something wins", () => {
  let fetched: { resolve(response: object): void; reject(error: Error): void }[];
  beforeEach(() => {
    asked.length = 0;
    fetched = [];
    vi.stubGlobal("fetch", () => new Promise((resolve, reject) => fetched.push({ resolve, reject })));
    useNotices.setState({ notices: [] });
    useRecording.setState({ recordings: [], files: [], example: undefined, refused: undefined, failure: undefined });
  });
  // The person stopped nothing, so no message says so.
  afterEach(() => expect(useNotices.getState().notices).toEqual([]));

  const arrive = () => {
    for (const { resolve } of fetched) resolve({ ok: true, blob: async () => new Blob(["samples"]) });
    return rest();
  };
  const META = "tone-and-chirps.sigmf-meta";

  it.each(["before", "after"])(
    "a file given while an example is fetched, which arrives %s the file is open",
    async (when) => {
      const example = openExample("tone-and-chirps");
      void openFiles(files("mine.cf32"));
      if (when === "before") await arrive();
      await opens("mine.cf32");
      if (when === "after") await arrive();
      await example;
      expect(shown()).toEqual(only("mine.cf32"));
      expect(asked.map(({ name }) => name)).toEqual(["mine.cf32"]);
    },
  );

  it.each(["before", "after"])(
    "a file given while an example is read, whose end comes %s the file is open",
    async (when) => {
      void openExample("tone-and-chirps");
      await arrive();
      const reading = await question(META);
      void openFiles(files("mine.cf32"));
      if (when === "before") reading.reject(stopped());
      await opens("mine.cf32");
      if (when === "after") reading.reject(stopped());
      await rest();
      expect(shown()).toEqual(only("mine.cf32"));
    },
  );

  it("a file given while an example is made, and an example that is asked for while a file is read", async () => {
    void openExample("qpsk-burst");
    const making = await question("qpsk-burst");
    void openFiles(files("mine.cf32"));
    const mine = await question("mine.cf32");
    making.resolve(undefined);
    void openExample("fsk-burst");
    mine.reject(stopped());
    (await question("fsk-burst")).resolve({ data: new Blob(["data"]), meta: "{}" });
    await opens("fsk-burst.sigmf-meta");
    expect(shown()).toEqual(only("fsk-burst.sigmf-meta", "fsk-burst"));
  });

  it("an example asked for twice is opened once", async () => {
    void openExample("tone-and-chirps");
    void openExample("tone-and-chirps");
    await arrive();
    await opens(META);
    expect(asked).toHaveLength(1);
    expect(shown()).toEqual(only(META, "tone-and-chirps"));
  });

  it("shows what the worker holds if the newer file is refused", async () => {
    void openFiles(files("first.cf32"));
    const first = await question("first.cf32");
    void openFiles(files("second.jpg"));
    first.resolve([{ title: "first.cf32", uncertain: false }]);
    const second = await question("second.jpg");
    second.reject(Object.assign(new Error("is a JPEG image"), { name: "CaptureError" }));
    await rest();
    expect(shown()).toEqual({ ...only("first.cf32"), refused: "is a JPEG image" });
  });

  it("shows the newer recording if the answer about the older one comes late", async () => {
    void openFiles(files("first.cf32"));
    await question("first.cf32");
    void openFiles(files("second.cf32"));
    await opens("second.cf32");
    await opens("first.cf32");
    expect(shown()).toEqual(only("second.cf32"));
  });

  it("no progress stays if a newer example cannot be fetched, which is said", async () => {
    void openFiles(files("mine.cf32"));
    const mine = await question("mine.cf32");
    const example = openExample("tone-and-chirps");
    for (const { reject } of fetched) reject(new Error("no network"));
    await example;
    mine.reject(stopped());
    await rest();
    const { failure, ...others } = shown();
    expect(failure?.why).toBe("no network");
    expect(others).toMatchObject({ title: undefined, reading: undefined });
  });

  it("a link that was left opens nothing", async () => {
    const example = openExample("tone-and-chirps");
    endOpening();
    await arrive();
    await example;
    expect(shown()).toEqual(only(undefined));
    expect(asked.map(({ what }) => what)).toEqual(["endReading"]);
  });
});
