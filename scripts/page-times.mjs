// npm run page-times -- [--parts cold,labs,slide,drag,sweeps,latency] [--dist DIST] [--browsers 5] [--moves 100] [--seconds 60]
// [--limit SECONDS]: times the built page in Chromium and prints a line of JSON for each result as soon as it is there. Each part ends
// at its limit, with what it has until then. `--browsers 1 --moves 20 --seconds 20` measures everything but the latencies in some
// 280 s. Only a real GPU gives times that mean anything. PLAYWRIGHT_CORE and CHROME name Playwright's module and the browser;
// by default they are the project's own.
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { probePage, probeWorker } from "./page-probe.mjs";
import { slidingParts } from "./page-sliding.mjs";

const { values: given } = parseArgs({
  options: {
    parts: { type: "string", default: "cold,labs,slide,drag,sweeps,latency" },
    dist: { type: "string", default: fileURLToPath(new URL("../dist", import.meta.url)) },
    browsers: { type: "string", default: "5" },
    seconds: { type: "string", default: "60" },
    moves: { type: "string", default: "100" },
    limit: { type: "string", default: "" },
    link: { type: "string", default: "" },
  },
});

const { chromium } = await import(process.env.PLAYWRIGHT_CORE ?? "@playwright/test");
const own = process.env.CHROME ? undefined : await import("./browser.mjs");
const executablePath = process.env.CHROME ?? (await own.ensureBrowser());
const args = process.env.CHROME_ARGS?.split(" ") ?? own?.browserSwitches() ?? [];

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};
const workerProbe = `(${probeWorker})();\n`;
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  const file = join(given.dist, path.endsWith("/") ? `${path}index.html` : path);
  try {
    const bytes = readFileSync(file);
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(/^\/assets\/worker-[^/]*\.js$/.test(path) ? workerProbe + bytes : bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, resolve));
const address = `http://localhost:${server.address().port}/`;

const begun = performance.now();
const round = (value) => (typeof value === "number" ? Math.round(value * 10) / 10 : value);
const tell = (what, result) =>
  console.log(
    JSON.stringify({ what, at: Math.round(performance.now() - begun), ...result }, (_, value) => round(value)),
  );
const sorted = (values) => values.toSorted((a, b) => a - b);
const quantile = (values, q) => sorted(values)[Math.min(values.length - 1, Math.floor(q * values.length))];
const median = (values) => quantile(values, 0.5);

/** Seconds after which each part ends. */
const LIMITS = { cold: 120, labs: 150, slide: 180, drag: 240, sweeps: 240, latency: 90 };
let deadline = Infinity;
const remaining = () => deadline - performance.now();
/** Whether the part's time is over; then says what it did not come to. */
function isOver(left) {
  if (remaining() > 0) return false;
  tell("limit reached", { left });
  return true;
}

/** A folder for what the driver keeps of compilations. */
const emptyCache = () => mkdtempSync(join(tmpdir(), "shaders-"));

/** A browser without a profile. `kept`: the folder of what the driver has kept of earlier compilations; default: the driver's own. */
function launch({ kept } = {}) {
  const cache = kept ? { __GL_SHADER_DISK_CACHE_PATH: kept } : {};
  return chromium.launch({ executablePath, args, env: { ...process.env, ...cache } });
}

async function open(browser, { hash = "", width = 1280, height = 800 } = {}) {
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  page.on("pageerror", ({ message }) => tell("page error", { message }));
  await page.addInitScript(probePage);
  await page.goto(address + hash, { waitUntil: "commit" });
  return page;
}

/** Waits until the page says that it is ready and keeps saying so, and returns since when, in ms since 1970. */
async function settled(page, { rest = 400, timeout = 90_000 } = {}) {
  const most = Math.max(1000, Math.min(timeout, remaining()));
  const test = (rest) => {
    const { pageProbe: probe } = window;
    const now = performance.timeOrigin + performance.now();
    // A figure can leave the window without any change of the document.
    if (!probe.isSettled()) probe.settled = 0;
    else probe.settled ||= now;
    return probe.settled && now - probe.settled > rest && probe.settled;
  };
  return (await page.waitForFunction(test, rest, { polling: 25, timeout: most })).jsonValue();
}

const workerOf = async (page) => page.workers()[0] ?? page.waitForEvent("worker");
const pipelinesOf = async (page) => (await workerOf(page)).evaluate(() => globalThis.workerProbe.pipelines);

async function cold() {
  const count = Number(given.browsers);
  for (const empty of [true, false]) {
    const all = [];
    for (let turn = 0; turn < count; turn++) {
      if (isOver(`${count - turn} new browsers`)) break;
      const browser = await launch({ kept: empty ? emptyCache() : undefined });
      const page = await open(browser, { hash: given.link });
      const end = await settled(page, { rest: 600 });
      const {
        origin,
        marks,
        first: firstDrawn,
        paint,
        files,
      } = await page.evaluate(() => {
        const files = performance.getEntriesByType("resource").map((one) => [one.name, one.startTime, one.responseEnd]);
        const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
        return { origin: performance.timeOrigin, ...window.pageProbe, paint, files };
      });
      const worker = await (
        await workerOf(page)
      ).evaluate(() => ({
        ...globalThis.workerProbe,
        origin: performance.timeOrigin,
        files: performance.getEntriesByType("resource").map((one) => [one.name, one.startTime, one.responseEnd]),
      }));
      const steps = Object.entries({ ...marks, ...worker.marks, settled: end }).map(([name, at]) => [
        name,
        at - origin,
      ]);
      const first = marks["first figure"];
      const compiled = worker.pipelines.filter(({ begin }) => begin < end);
      const needed = compiled.filter(({ used }) => used < first);
      steps.push(
        ["painted", paint],
        ["last pipeline of the first figure", Math.max(...needed.map(({ end }) => end)) - origin],
      );
      const times = Object.fromEntries(steps.toSorted(([, a], [, b]) => a - b));
      all.push(times);
      if (turn === 0) {
        const unused = compiled.filter(({ used }) => !(used <= end)).map(({ label }) => label);
        const of = (list) =>
          list.map((one) => `${one.label} ${Math.round(one.begin - origin)}–${Math.round(one.end - origin)}`);
        tell("pipelines before the page is settled", {
          count: compiled.length,
          unused,
          beforeFirstFigure: of(needed),
          later: of(compiled.filter((one) => !needed.includes(one))),
        });
        const inPage = worker.files.map(([name, ...at]) => [
          `worker: ${name}`,
          ...at.map((ms) => ms + worker.origin - origin),
        ]);
        const all = [...files, ...inPage].map(
          ([name, start, end]) => `${name.replace(address, "")} ${Math.round(start)}–${Math.round(end)}`,
        );
        tell("files", { files: all, firstDrawn });
        tell("adapter", {
          text: await page
            .locator(".bar")
            .innerText()
            .catch(() => "?"),
        });
      }
      tell("new browser", { empty, turn, ...times });
      await browser.close();
    }
    if (all.length === 0) continue;
    const names = Object.keys(all[0]);
    tell("median of new browsers", {
      empty,
      browsers: all.length,
      ...Object.fromEntries(names.map((name) => [name, median(all.map((one) => one[name]))])),
    });
  }
}

/** First visits with an empty cache of the driver; then first and second ones with the cache that these have filled. */
async function labs() {
  const kept = emptyCache();
  for (const [cache, visits] of [
    ["empty", ["first"]],
    ["filled", ["first", "second"]],
  ]) {
    const browser = await launch({ kept });
    await visitLabs(browser, cache, visits).finally(() => browser.close());
  }
}

async function visitLabs(browser, cache, visits) {
  const page = await open(browser);
  await settled(page);
  const links = page.getByRole("navigation", { name: "Labs" }).getByRole("link");
  const names = await links.allInnerTexts();
  for (const visit of visits) {
    for (const name of [...names.slice(1), names[0]]) {
      if (isOver(`${visit} visit of ${name}, and later ones`)) return page.context().close();
      const before = (await pipelinesOf(page)).length;
      await links
        .filter({ hasText: name })
        .first()
        .evaluate((link) => {
          Object.assign(window.pageProbe, { settled: 0, long: [] });
          window.pageProbe.clicked = performance.timeOrigin + performance.now();
          link.click();
        });
      const end = await settled(page, { rest: visit === "first" ? 400 : 150 }).catch(() => undefined);
      const { clicked, long } = await page.evaluate(() => window.pageProbe);
      if (end === undefined) tell("not settled", { visit, name });
      const pipelines = (await pipelinesOf(page)).slice(before);
      const unused = pipelines.filter((one) => !one.used).map((one) => one.label);
      tell("lab", {
        cache,
        visit,
        name,
        settled: end - clicked,
        pipelines: pipelines.length,
        // After the click: the first and last pipeline asked for, and the last one there.
        ...(pipelines.length > 0 && {
          firstAsked: Math.min(...pipelines.map((one) => one.begin)) - clicked,
          lastAsked: Math.max(...pipelines.map((one) => one.begin)) - clicked,
          compiled: Math.max(...pipelines.map((one) => one.end)) - clicked,
        }),
        unused,
        long: long.map(([, ms]) => ms),
      });
    }
  }
  await page.context().close();
}

/** Each lab's sweeps, as `npm run bench -- --suite sweeps` has them: number of receivers, fields of the link, and units in all. */
const SWEEPS = [
  {
    lab: "equalizers",
    axis: "sweep",
    units: "packets",
    span: [6, 14],
    receivers: [
      [1, "equalizers=mmse", 600_000],
      [6, "", 128_000],
      [9, "equalizers=none,zf,mmse,cma,fde1,fde2,lms,rls,dfe", 24_000],
    ],
  },
  {
    lab: "adaptive",
    axis: "ebn0",
    units: "packets",
    span: [0, 16],
    receivers: [
      [1, "equalizers=lms&symbols=2048", 2_400_000],
      [6, "equalizers=mmse,dfe,lms,nlms,rls,cma&symbols=2048", 144_000],
      [
        16,
        "equalizers=mmse,zf,dfe,dfe-genie,lms,nlms,rls,dfe-lms,dfe-rls,cma,mma,mlse,m-algorithm,map,fde,fde-zf&symbols=2048",
        17_600,
      ],
    ],
  },
  {
    lab: "turbo",
    axis: "ebn0",
    units: "codewords",
    span: [0, 0.7],
    receivers: [
      [1, "algorithm=max-log", 720_000],
      [6, "algorithm=max-log,log-map&iterations=2,4,6", 120_000],
      [12, "algorithm=max-log,log-map&windows=48,96&iterations=2,4,6", 64_000],
    ],
  },
  {
    lab: "mimo",
    axis: "snr",
    units: "frames",
    span: [10, 20],
    receivers: [
      [1, "detectors=mmse", 2_400_000],
      [6, "detectors=mmse-pic,kbest,mtt&outer=1,2", 320_000],
      [16, "detectors=mmse,mmse-pic,kbest,mtt&outer=1:1:5", 120_000],
    ],
  },
  {
    lab: "wifi",
    axis: "snr",
    units: "packets",
    span: [6, 26],
    receivers: [
      [1, "rateMbps=24&estimators=ls", 800_000],
      [6, "rateMbps=12,24&estimators=genie,ls,lmmse", 104_000],
      [16, "rateMbps=6,12,24,54&estimators=genie,ls,sta,lmmse", 32_000],
    ],
  },
];
/** Points of the sweeps of one page after another; the usual number first, because time may end. */
const POINTS = [[9], [1, 20]];

/** Evenly spaced points, in hundredths of a dB; one point is the middle. */
function pointsOf([first, last], count) {
  const at = (i) => (count === 1 ? (first + last) / 2 : first + ((last - first) * i) / (count - 1));
  return Array.from({ length: count }, (_, i) => Math.round(100 * at(i)) / 100).join(",");
}

const sweepsToTime = () =>
  POINTS.flatMap((ofOnePage) =>
    SWEEPS.flatMap(({ lab, axis, units, span, receivers }) =>
      receivers.map(([count, fields, all]) =>
        ofOnePage.map((points) => {
          const parts = [`v=1`, fields, `${units}=${Math.ceil(all / points)}`, `${axis}=${pointsOf(span, points)}`];
          return { lab, receivers: count, points, hash: `#${lab}?${parts.filter(Boolean).join("&")}` };
        }),
      ),
    ),
  );

async function sweeps(browser) {
  for (const ofOnePage of sweepsToTime()) {
    let page;
    for (const { hash, ...sweep } of ofOnePage) {
      if (isOver(`${JSON.stringify(sweep)}, and later sweeps`)) return;
      if (page) {
        await page.evaluate((to) => (location.hash = to), hash);
        await atWork(page);
      }
      page ??= await open(browser, { hash });
      await timeSweep(page, sweep);
    }
    await page.context().close();
  }
}

/** Waits until the page is at work. */
const atWork = (page) =>
  page.waitForFunction(() => !window.pageProbe.isSettled(), null, { polling: "raf", timeout: 2000 }).catch(() => {});

async function timeSweep(page, sweep) {
  // A real GPU starts the sweep itself, some time after the figures; its pipelines are then compiled, and "Run again" times it alone.
  await settled(page, { rest: 700, timeout: 20_000 }).catch(() => tell("not settled", sweep));
  const button = page.getByRole("button", { name: /^Run (again|sweep)/ }).first();
  const worker = await workerOf(page);
  await worker.evaluate(() => globalThis.workerProbe.beginTiming());
  const isClicked = await button.click({ timeout: 5000 }).then(
    () => true,
    () => false,
  );
  if (!isClicked) return tell("no sweep to run again", sweep);
  await atWork(page);
  const end = await settled(page, { rest: 100, timeout: 30_000 }).catch(() => undefined);
  const { ms: gpu, buffers, submitted, read } = await worker.evaluate(() => globalThis.workerProbe.gpuMs());
  const [clicked, note] = await page.evaluate(() => [
    window.pageProbe.clicked,
    document.querySelector(".last-run")?.textContent ?? "",
  ]);
  if (end === undefined || submitted < clicked) return tell("the click came in a sweep", { ...sweep, note });
  const span = end - clicked;
  // The page's own duration is the last one of its status line.
  const [, number, unit] = [...note.matchAll(/ in ([\d.]+) (ms|s)\b/g)].at(-1) ?? [];
  const own = unit === "s" ? 1000 * number : Number(number);
  tell("sweep", {
    ...sweep,
    span,
    own,
    gpu,
    percent: (100 * span) / gpu,
    ownPercent: (100 * own) / gpu,
    buffers,
    clickToSubmit: submitted - clicked,
    readToRest: end - read,
    note,
  });
}

async function latency(browser) {
  for (const lab of ["equalizers", "mimo", "turbo", "wifi", "convolution"]) {
    if (isOver(`${lab} and later labs`)) return;
    const page = await open(browser, { hash: `#${lab}?v=1`, height: 4000 });
    await settled(page);
    const button = page.getByRole("button", { name: "Time it", exact: true }).first();
    const line = page
      .locator("p.caveat")
      .filter({ has: page.getByRole("button", { name: /Time it/ }) })
      .first();
    await button.click({ timeout: 5000 }).catch(() => {});
    await page.waitForTimeout(300);
    await settled(page);
    tell("latency", { lab, text: await line.innerText({ timeout: 2000 }).catch(() => "none") });
    await page.context().close();
  }
}

const PARTS = {
  cold,
  labs,
  ...slidingParts({ given, open, settled, tell, quantile, isOver, remaining, pipelinesOf }),
  sweeps,
  latency,
};
for (const name of given.parts.split(",")) {
  deadline = performance.now() + 1000 * (Number(given.limit) || LIMITS[name]);
  const browser = name === "cold" || name === "labs" ? undefined : await launch();
  await PARTS[name](browser).catch(({ message }) => tell("failed", { part: name, message: message.slice(0, 500) }));
  await browser?.close();
}
server.close();
