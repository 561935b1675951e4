// The parts of page-times.mjs that change one value many times: the time until figures show it, and long tasks meanwhile.

/** Labs, their fields, the heights of their windows, and the share of all moves. All figures are in sight of the tall ones. */
const SLIDES = [
  ["equalizers", "Eb/N0", 4000, 1],
  ["turbo", "At Eb/N0", 4000, 0.4],
  ["mimo", "At SNR", 4000, 0.4],
  ["equalizers", "Frequency offset", 4000, 0.4],
  ["adaptive", "At Eb/N0", 4000, 0.4],
  ["wifi", "At SNR", 4000, 0.4],
  ["equalizers", "Eb/N0", 800, 0.4],
];
/** Fewest moves per field: the largest of fewer says little about 95 % of them. */
const FEWEST = 20;

/** Labs, their fields, and the share of the whole duration for which keys are held down. */
const DRAGS = [
  ["equalizers", "Eb/N0", 1],
  ["mimo", "At SNR", 1],
  ["turbo", "At Eb/N0", 1],
  ["adaptive", "At Eb/N0", 0.25],
  ["recordings", "waterfall", 0.25, ["+", "-"]],
];
const EXAMPLE = "&example=tone-and-chirps";

/** A page with a lab, and its field or its waterfall with the focus. */
async function openField({ given, open, settled }, browser, lab, name, height) {
  const hash = lab === "equalizers" && given.link ? given.link : `#${lab}?v=1${lab === "recordings" ? EXAMPLE : ""}`;
  const page = await open(browser, { hash, width: 1920, height });
  await settled(page, { rest: 600 });
  // A field in a folded group cannot have the focus.
  await page.evaluate(() =>
    document.querySelectorAll("details.group, details.more").forEach((one) => (one.open = true)),
  );
  const field =
    lab === "recordings"
      ? page.locator(".waterfall[tabindex], .waterfall [tabindex]").first()
      : page.getByRole("spinbutton", { name, exact: true }).first();
  await field.focus({ timeout: 4000 });
  return { page, field };
}

/** Runs in the page after a move: waits until figures are drawn and at rest, and returns the ms from the key to frames. */
async function drawnMove() {
  const { pageProbe: probe } = window;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const now = () => performance.timeOrigin + performance.now();
  const { at, before } = probe.input;
  let first;
  while (now() - at < 5000) {
    await frame();
    if (probe.lastDraw > before) first ??= now();
    const quiet = /^(Ready|Stopped)/.test(document.querySelector("footer [role=status]").textContent);
    if (first && quiet && now() - probe.lastDraw > 120) return { first: first - at, last: probe.lastFrame - at };
  }
  return undefined;
}

/** The long tasks of a page since the last call, each with the figures that were drawn in it. */
const longTasks = (page) =>
  page.evaluate(() => {
    const { pageProbe: probe } = window;
    const tasks = probe.long.map(([start, ms]) => {
      const inside = ([, begin, duration]) => begin < start + ms && begin + duration > start;
      const drawn = probe.redraws.filter(inside).map(([name]) => name.replace("redraw ", ""));
      return { at: start, ms, drawn };
    });
    Object.assign(probe, { long: [], redraws: [] });
    return tasks;
  });

/** Returns the parts "slide" and "drag". */
export function slidingParts(tools) {
  const { given, settled, tell, quantile, isOver, remaining, pipelinesOf } = tools;
  const times = (values) => ({
    median: quantile(values, 0.5),
    within95: quantile(values, 0.95),
    most: Math.max(...values),
  });

  /** The other fields are still measured. */
  const failed = (lab, name) => (error) => tell("failed", { lab, name, message: error.message.slice(0, 300) });

  /** Moves that wait until the one before is drawn: from the key's own time stamp to the first and last frame that it changes. */
  async function slide(browser) {
    for (const [lab, name, height, share] of SLIDES) {
      if (isOver(`${name} of ${lab}, and later fields`)) return;
      const opened = await openField(tools, browser, lab, name, height).catch(failed(lab, name));
      if (!opened) continue;
      const { page, field } = opened;
      const [firsts, lasts] = [[], []];
      const known = (await pipelinesOf(page)).length;
      let lost = 0;
      const report = (what) => {
        const all = firsts.length ? { first: times(firsts), all: times(lasts) } : {};
        tell(what, { lab, name, height, moves: firsts.length, lost, ...all });
      };
      const count = Math.max(FEWEST, Math.ceil(share * Number(given.moves)));
      for (let move = 0; move < count && !isOver(`${count - move} moves`); move++) {
        await page.evaluate(() => Object.assign(window.pageProbe, { input: undefined }));
        await field.press(move % 8 < 4 ? "ArrowUp" : "ArrowDown");
        const drawn = await page.evaluate(drawnMove);
        if (drawn) {
          firsts.push(drawn.first);
          lasts.push(drawn.last);
        } else lost++;
        if (move % 20 === 19 && move + 1 < count) report("input to picture, so far");
      }
      report("input to picture");
      const compiled = (await pipelinesOf(page)).slice(known).map(({ label }) => label);
      tell("moves in order", { lab, name, firsts: firsts.map(Math.round), compiled });
      await page.context().close();
    }
  }

  /** A key held down, 30 moves per second: long tasks of the page's thread. */
  async function drag(browser) {
    for (const [lab, name, share, [up, down] = ["ArrowUp", "ArrowDown"]] of DRAGS) {
      if (isOver(`${name} of ${lab}, and later fields`)) return;
      const opened = await openField(tools, browser, lab, name, 4000).catch(failed(lab, name));
      if (!opened) continue;
      const { page } = opened;
      await longTasks(page);
      const start = performance.now();
      const all = [];
      const most = Math.min(1000 * share * Number(given.seconds), remaining());
      let [moves, told] = [0, 0];
      const report = async (what) => {
        all.push(...(await longTasks(page)));
        const ms = performance.now() - start;
        tell(what, {
          lab,
          name,
          ms,
          moves,
          tasksOver50: all.length,
          longest: Math.max(0, ...all.map((one) => one.ms)),
        });
      };
      while (performance.now() - start < most) {
        await page.keyboard.down(moves++ % 60 < 30 ? up : down);
        await page.waitForTimeout(28);
        if (performance.now() - start < told + 10_000) continue;
        told += 10_000;
        await report("sliding, so far");
      }
      await settled(page).catch(() => {});
      await report("sliding");
      tell("long tasks", { lab, name, tasks: all });
      await page.context().close();
    }
  }

  return { slide, drag };
}
