import type { CDPSession, Page } from "@playwright/test";
import { readdirSync, readFileSync } from "node:fs";

/**
 * Mixed work for some minutes, and what the page holds after each round. It uses Playwright's library alone, so that a
 * script can do the same on a machine without the test runner.
 */

interface Options {
  minutes: number;
  /** Mean time between two lost devices, s. */
  lossSeconds: number;
  tell(line: string): void;
}

/** What the page holds. */
type Holdings = Record<"heap" | "worker heap" | "nodes" | "listeners" | "GPU bytes" | "workers" | "open files", number>;

interface Report {
  /** After the second and the third time that the work of a round was done on one device. */
  rounds: readonly (readonly [Holdings, Holdings])[];
  /** The growth of each holding, per round of work, and the bound. */
  growth: Record<string, { perWork: number; bound: number }>;
  losses: number;
  /** Losses during a sweep that the page reported. A fast GPU has often finished before. */
  reported: number;
  /** What is wrong, one sentence each. */
  faults: readonly string[];
}

/**
 * For the worker: counts the bytes of buffers and textures that were made and not destroyed, and can lose the device. A
 * texture counts 4 bytes per texel. A lost device frees everything that was made with it.
 */
export const GPU_COUNTER = `{
  const live = new Map();
  const request = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = async function (...wishes) {
    const device = await request.apply(this, wishes);
    live.set(device, new Map());
    device.lost.then(() => live.delete(device));
    return device;
  };
  const sizes = {
    createBuffer: ({ size }) => size,
    createTexture: ({ size }) => 4 * (Symbol.iterator in size ? [...size] : [size.width, size.height ?? 1]).reduce((a, b) => a * b),
  };
  for (const [name, sizeOf] of Object.entries(sizes)) {
    const make = GPUDevice.prototype[name];
    GPUDevice.prototype[name] = function (wish) {
      const made = make.call(this, wish);
      live.get(this)?.set(made, sizeOf(wish));
      return made;
    };
  }
  for (const { prototype } of [GPUBuffer, GPUTexture]) {
    const destroy = prototype.destroy;
    prototype.destroy = function () {
      for (const made of live.values()) made.delete(this);
      destroy.call(this);
    };
  }
  self.gpu = {
    bytes: () => [...live.values()].flatMap((made) => [...made.values()]).reduce((sum, size) => sum + size, 0),
    lose: () => { for (const device of live.keys()) device.destroy(); return live.size; },
  };
}`;

/** Small scenarios: a software GPU computes each in seconds. Flow graphs have no figures here, but blocks. */
const LABS = {
  equalizers: { link: "&packets=2&equalizers=mmse", figure: "Channel" },
  adaptive: {
    link: "&ebn0=4:4:12&equalizers=mmse,lms&forwardTaps=15&training=200&symbols=400&packets=4&mu=0.03&at=12",
    figure: "Learning curves",
  },
  convolution: { link: "&signal=300&batch=3&methods=direct,overlap-add&sweep=filter&range=5,20,40", figure: "Time" },
  filters: { link: "", figure: "Spectrum, before and after" },
  mimo: {
    link: "&antennas=2&qam=4&snr=2:4:10&detectors=zf,mtt&code=wimax-576-1/2&frames=8&at=6",
    figure: "Distribution of LLRs",
  },
  turbo: { link: "&length=104&ebn0=0:1:2&codewords=2400&at=1", figure: "One codeword, bit by bit" },
  wifi: {
    link: "&bytes=60&channel=awgn&snr=8:6:20&packets=12&estimators=ls,genie&at=22",
    figure: "Octets of the frame",
  },
  recordings: { link: "&example=tone-and-chirps", figure: "Waterfall" },
  graphs: { link: "&page=65536&preset=spectrum-analyser", figure: "" },
};

const card = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const waterfallOf = (page: Page, title: string) => page.getByRole("group", { name: `Waterfall of ${title}` });
const settled = (page: Page) =>
  page
    .getByRole("contentinfo")
    .getByRole("status")
    .filter({ hasText: /^(Ready|Stopped)/ })
    .waitFor({ timeout: 120_000 });

/** Shows a lab, and waits until a figure that only this lab has is there. */
async function show(page: Page, lab: keyof typeof LABS): Promise<void> {
  const { link, figure } = LABS[lab];
  await page.evaluate((hash) => (location.hash = hash), `#${lab}?v=1${link}`);
  if (lab === "recordings") await waterfallOf(page, "tone-and-chirps").waitFor();
  else await (figure ? card(page, figure) : page.locator(".react-flow__node").first()).waitFor();
  // Flow graphs continue when they are shown.
  if (figure) await settled(page);
}

/** Moves the first slider up and back. */
async function slide(page: Page): Promise<void> {
  const slider = page.getByRole("slider").first();
  for (const key of ["ArrowRight", "ArrowLeft"]) for (let i = 0; i < 4; i++) await slider.press(key);
  await settled(page);
}

const runButton = (page: Page, figure: string) => card(page, figure).getByRole("button", { name: /^(Run|Resume)/ });

async function startAndStop(page: Page): Promise<void> {
  await runButton(page, "Bit error rate").click();
  const stop = card(page, "Bit error rate").getByRole("button", { name: "Stop", exact: true });
  // A fast GPU has finished before.
  await stop.click({ timeout: 1000 }).catch(() => {});
  await runButton(page, "Bit error rate").waitFor();
  await settled(page);
}

async function openRecording(page: Page): Promise<void> {
  await page.evaluate(() => {
    const phases = Float32Array.from({ length: 65_536 }, (_, n) =>
      Math.cos((2 * Math.PI * (n >> 1)) / 64 - (n & 1) * (Math.PI / 2)),
    );
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([phases], "tone_48k.cf32"));
    for (const type of ["dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  });
  await waterfallOf(page, "tone_48k").waitFor();
  await settled(page);
}

/** One round of work, one step per line. The last one leaves nothing behind that a random moment decides. */
const STEPS: Record<string, (page: Page) => Promise<void>> = {
  "open Equalizers": (page) => show(page, "equalizers"),
  "slide in Equalizers": slide,
  "open Adaptive": (page) => show(page, "adaptive"),
  "slide in Adaptive": slide,
  "open Filters": (page) => show(page, "filters"),
  "open MIMO": (page) => show(page, "mimo"),
  "slide in MIMO": slide,
  "open Turbo": (page) => show(page, "turbo"),
  "start and stop a sweep": startAndStop,
  "open Wi-Fi": (page) => show(page, "wifi"),
  "open Flow graphs": (page) => show(page, "graphs"),
  "open Recordings": (page) => show(page, "recordings"),
  "open a generated recording": openRecording,
  "open Convolution": (page) => show(page, "convolution"),
};

/** Speaks with the page's workers over the protocol of DevTools. */
function workerSessions(cdp: CDPSession) {
  const sessions = new Set<string>();
  const waiting = new Map<number, (result: { usedSize?: number } | undefined) => void>();
  let asked = 0;
  cdp.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type === "worker") sessions.add(sessionId);
  });
  cdp.on("Target.detachedFromTarget", ({ sessionId }) => sessions.delete(sessionId));
  cdp.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: { usedSize?: number } };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  const ask = (sessionId: string, method: string) =>
    new Promise<{ usedSize?: number } | undefined>((resolve) => {
      const id = ++asked;
      waiting.set(id, resolve);
      void cdp.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) });
    });
  return {
    open: () => cdp.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false }),
    /** Returns the bytes in all workers' heaps after a garbage collection. */
    async heap(): Promise<number> {
      let sum = 0;
      for (const session of sessions) {
        await ask(session, "HeapProfiler.collectGarbage");
        sum += (await ask(session, "Runtime.getHeapUsage"))?.usedSize ?? 0;
      }
      return sum;
    },
  };
}

/** Returns the number of files that the browser's processes hold open; 0 where no /proc says it. */
async function openFiles(browser: CDPSession): Promise<number> {
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  return processInfo.reduce((sum, { id }) => {
    try {
      return sum + readdirSync(`/proc/${id}/fd`).length;
    } catch {
      return sum;
    }
  }, 0);
}

/** A slope of fewer rounds says nothing. */
const FEWEST = 3;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Returns the median of all slopes between two of the values (Theil and Sen), which outliers do not move. */
function slopeOf(values: readonly number[]): number {
  return median(values.flatMap((y, j) => values.slice(0, j).map((x, i) => (y - x) / (j - i))));
}

/**
 * Largest growth per round of work. What leaks once per lab shown holds more: a page of figures 0.1 MB and hundreds of
 * nodes, a buffer of a kernel 64 KiB, an open recording a file.
 */
const BOUNDS: Record<keyof Holdings, number> = {
  heap: 64 * 1024,
  "worker heap": 64 * 1024,
  nodes: 10,
  listeners: 4,
  "GPU bytes": 64 * 1024,
  workers: 0,
  "open files": 1,
};

export async function endure(page: Page, { minutes, lossSeconds, tell }: Options): Promise<Report> {
  const faults: string[] = [];
  const cdp = await page.context().newCDPSession(page);
  const browser = await page.context().browser()!.newBrowserCDPSession();
  await cdp.send("Performance.enable");
  const workers = workerSessions(cdp);
  await workers.open();
  page.on("pageerror", ({ message }) => faults.push(`The page threw an error: ${message}`));

  const measure = async (): Promise<Holdings> => {
    const workerHeap = await workers.heap();
    await cdp.send("HeapProfiler.collectGarbage");
    const { metrics } = await cdp.send("Performance.getMetrics");
    const metric = (name: string) => metrics.find((metric) => metric.name === name)!.value;
    const bytes = await Promise.all(page.workers().map((worker) => worker.evaluate<number>("self.gpu?.bytes() ?? 0")));
    return {
      heap: metric("JSHeapUsedSize"),
      "worker heap": workerHeap,
      nodes: metric("Nodes"),
      listeners: metric("JSEventListeners"),
      "GPU bytes": bytes.reduce((sum, size) => sum + size, 0),
      workers: bytes.length,
      "open files": await openFiles(browser),
    };
  };
  const failures = page.locator(".card").getByRole("alert");
  const work = async (steps = Object.entries(STEPS)) => {
    for (const [name, step] of steps) {
      await step(page);
      for (const text of await failures.allInnerTexts()) faults.push(`After “${name}”: ${text}`);
    }
  };

  let [losses, reported] = [0, 0];
  const lose = async () => {
    const lost = await Promise.all(page.workers().map((worker) => worker.evaluate<number>("self.gpu?.lose() ?? 0")));
    if (lost.some(Boolean)) losses++;
    else faults.push("No device was there to be lost.");
  };
  const LOST = page.getByText("The GPU was lost.");
  const dismiss = async () => {
    for (let i = 0; i < 20 && (await LOST.count()); i++)
      await page.getByRole("button", { name: "Dismiss" }).first().click();
  };
  /** Returns the errors and bits of all points. */
  const counts = async () => {
    const ber = card(page, "Bit error rate");
    const entry = ber.getByRole("button", { name: "CSV" });
    // A figure that is drawn as it comes into sight can move the menu between press and release.
    for (let tries = 0; tries < 5 && !(await entry.isVisible()); tries++) {
      await ber.getByLabel("Data and export of Bit error rate").click();
      await entry.waitFor({ timeout: 2000 }).catch(() => {});
    }
    const [saved] = await Promise.all([page.waitForEvent("download"), entry.click()]);
    return readFileSync(await saved.path(), "utf8");
  };
  /** A sweep from its start to its end. A link's change forgets the counts of the one before. */
  const sweep = async (during: () => Promise<void>) => {
    await page.evaluate(() => (location.hash = "#turbo?v=1&length=104&ebn0=0:1:2&codewords=2400&at=1&seed=2"));
    await settled(page);
    await show(page, "turbo");
    await runButton(page, "Bit error rate").click();
    await during();
    await card(page, "Bit error rate").getByRole("button", { name: "Run again" }).waitFor({ timeout: 120_000 });
    await settled(page);
    return counts();
  };

  await show(page, "convolution");
  await page
    .getByRole("button", { name: "Show the times anyway" })
    .first()
    .click({ timeout: 3000 })
    .catch(() => {});
  // The first rounds load programs and fill caches.
  await work();
  await work();
  const whole = await sweep(async () => {});
  tell(`A sweep without a loss:\n${whole}`);
  /** Loses the device in a sweep, whose counts stay, and with an open recording, which stays open. */
  const loseTwice = async () => {
    const again = await sweep(async () => {
      // A fast GPU may have finished before.
      await card(page, "Bit error rate")
        .getByRole("progressbar")
        .waitFor({ timeout: 2000 })
        .catch(() => {});
      const said = LOST.first().waitFor({ timeout: 10_000 });
      await lose();
      await said.then(
        () => reported++,
        () => {},
      );
    });
    if (again !== whole) faults.push(`After a loss the sweep counted “${again}” instead of “${whole}”.`);
    await dismiss();
    await openRecording(page).catch(() => faults.push("After a loss no recording could be opened."));
    await lose();
    await page.getByRole("button", { name: "Narrow the frequency range" }).click();
    await settled(page);
    if (!(await waterfallOf(page, "tone_48k").count())) faults.push("A loss has closed the recording.");
    await dismiss();
    for (const text of await failures.allInnerTexts()) faults.push(`After a loss: ${text}`);
  };
  await loseTwice();

  const rounds: [Holdings, Holdings][] = [];
  const start = performance.now();
  while (rounds.length < FEWEST || performance.now() - start < minutes * 60_000) {
    // A lost device frees its memory, which would hide leaks: the work is done again and again on one device. The first
    // time fills its caches.
    await work();
    await work();
    const first = await measure();
    // Which buffers a stopped sweep leaves for later ones depends on the moment of the stop.
    await work(Object.entries(STEPS).filter(([, step]) => step !== startAndStop));
    const second = await measure();
    rounds.push([first, second]);
    const seconds = Math.round((performance.now() - start) / 1000);
    tell(
      `round ${rounds.length}, ${seconds} s: ${JSON.stringify(second)}; GPU ${second["GPU bytes"] - first["GPU bytes"]} more`,
    );
    do await loseTwice();
    while (losses * lossSeconds < (performance.now() - start) / 1000);
  }
  // The browser opens files and fills pools in steps, some of them after minutes. What leaks grows in the later rounds, too.
  const late = rounds.slice(-Math.max(FEWEST, Math.ceil(rounds.length / 2)));
  const growth: Report["growth"] = {};
  for (const [name, bound] of Object.entries(BOUNDS) as [keyof Holdings, number][]) {
    // Memory of a device grows only until the next loss, all other holdings from round to round.
    const perWork =
      name === "GPU bytes"
        ? median(late.map(([first, second]) => second[name] - first[name]))
        : slopeOf(late.map(([, second]) => second[name])) / 3;
    growth[name] = { perWork, bound };
    if (perWork > bound) faults.push(`${name} grew by ${Math.round(perWork)} per round of work, more than ${bound}.`);
  }
  if (reported === 0) faults.push("The page reported no loss.");
  return { rounds, growth, losses, reported, faults };
}
