import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { createServer, type ViteDevServer } from "vite";

/** The tested release of Plotly. Before changing it, check whether Plotly itself redraws as fast by now. */
const PINNED = "3.7.0";

type Plots = typeof import("../src/ui/figures/plotly/plotly.ts");

/**
 * The test's figure: lines with markers and error bars on a logarithmic axis, a shape, an annotation, and axis limits
 * that follow.
 */
interface Values {
  y: number[];
  error: number[];
  top: number;
  note: string;
  /** The end of the horizontal axis. */
  end?: number;
}
const FIRST: Values = {
  y: [0.1, 0.03, 0.01, 0.002],
  error: [0.01, 0.004, 0.002, 0.001],

  top: 1,
  note: "before",
};
const OTHER: Values = {
  y: [0.2, 0.05, 0.004, 0.0001],
  error: [0.02, 0.005, 0.001, 0.00005],

  top: 4,
  note: "after",
};
const NONE: Values = { y: [], error: [], top: 4, note: "none" };
/** It has more points and a longer axis. */
const LONGER: Values = {
  y: [...OTHER.y, 0.05, 0.3],
  error: [...OTHER.error, 0.01, 0.02],
  top: 4,
  note: "longer",
  end: 5.5,
};
/** Its labels are wider, so they need another margin. */
const WIDER: Values = { ...OTHER, y: [0.2, 0.05, 1e-6, 1e-9], error: [0.02, 0.005, 1e-7, 5e-10], top: 5, note: "wide" };

declare global {
  interface Window {
    plots: Plots;
    /** Draws values into the named element, and returns its content: paths, texts, and places of labels and panels. */
    drawn(name: string, values: Values): Promise<string[]>;
  }
}

// In sequence: they share one setup.
test.describe.configure({ mode: "default" });

let server: ViteDevServer;
test.beforeAll(async () => {
  // A dependency that is found late makes Vite bundle them again, and then requests in progress fail. So it looks for them in this file.
  const optimizeDeps = { entries: ["src/ui/figures/plotly/plotly.ts"] };
  server = await createServer({ logLevel: "error", server: { port: 0, hmr: false }, optimizeDeps });
  await server.listen();
});
test.afterAll(() => server.close());

/** A page with only the modules that draw plots, unbundled. */
async function open(page: Page): Promise<string[]> {
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  const [url] = server.resolvedUrls!.local;
  await page.route(`${url}blank.html`, (route) => {
    return route.fulfill({ contentType: "text/html", body: "<!doctype html><body></body>" });
  });
  await page.goto(`${url}blank.html`);
  await page.evaluate(async () => {
    const folder = "/src/ui/figures/plotly/";
    window.plots = (await import(`${folder}plotly.ts`)) as Plots;
    const { steady } = (await import(`${folder}drawing.ts`)) as typeof import("../src/ui/figures/plotly/drawing.ts");
    window.drawn = async (name, { y, error, top, note, end = 3.5 }) => {
      let element = document.getElementById(name);
      if (!element) {
        element = document.createElement("div");
        element.id = name;
        element.style.cssText = "width: 500px; height: 320px";
        document.body.append(element);
      }
      const trace = {
        type: "scatter" as const,
        mode: "lines+markers",
        x: y.map((_, i) => i),
        y,
        marker: { color: "#1f77b4", size: 8, symbol: "diamond", opacity: 1 },
        error_y: { type: "data", array: error, color: "#1f77b4", width: 3, thickness: 1 },
      };
      const layout = {
        width: 500,
        height: 320,
        xaxis: { range: [-0.5, end] },
        yaxis: {
          type: "log",
          automargin: "width",
          exponentformat: "none",
          autorangeoptions: { include: [1e-5, top] },
        },
        shapes: [{ type: "line", x0: 0, x1: 3, y0: y[0] ?? 1, y1: y[0] ?? 1 }],
        annotations: [{ x: 1, y: Math.log10(y[1] ?? 1), text: note, showarrow: false }],
      };
      await window.plots.Plotly.react(element, steady([trace]), layout, { displayModeBar: false });
      const paths = [...element.querySelectorAll(".trace path, .shapelayer path")].map((path) =>
        path.getAttribute("d"),
      );
      const texts = [...element.querySelectorAll(".xtick text, .ytick text, .annotation text")].map(
        (text) => text.textContent,
      );
      const places = [...element.querySelectorAll(".xtick text, .ytick text, .bglayer rect, .draglayer rect")].map(
        (one) => ["x", "y", "width", "height", "transform"].map((attribute) => one.getAttribute(attribute)).join(" "),
      );
      return [...paths, ...texts, ...places].map(String);
    };
  });
  return warnings;
}

/** Whether a text of a figure's content is the place of a panel, which has a width. */
const isPanel = (text: string) => /^\S+ \S+ [\d.]+ [\d.]+ /.test(text);

const draw = (page: Page, name: string, values: Values) =>
  page.evaluate(({ name, values }) => window.drawn(name, values), { name, values });

test("Plotly is the tested release", () => {
  const { version } = JSON.parse(readFileSync("node_modules/plotly.js/package.json", "utf8")) as { version: string };
  expect(version).toBe(PINNED);
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    devDependencies: Record<string, string>;
  };
  expect(devDependencies["plotly.js"]).toBe(PINNED);
});

test("a figure with other values equals a newly drawn one", async ({ page }) => {
  const warnings = await open(page);
  const before = await draw(page, "renewed", FIRST);
  // Plotly does not redraw: its elements stay the same.
  await page.evaluate(() => {
    document.querySelector("#renewed .scatterlayer")!.setAttribute("data-kept", "");
    const graph = document.querySelector("#renewed") as HTMLElement & { on(event: string, redrawn: () => void): void };
    graph.on("plotly_react", () => graph.setAttribute("data-redrawn", ""));
  });
  const renewed = await draw(page, "renewed", OTHER);
  await expect(page.locator("#renewed")).not.toHaveAttribute("data-redrawn");
  await expect(page.locator("#renewed .scatterlayer")).toHaveAttribute("data-kept");
  const anew = await draw(page, "anew", OTHER);
  expect(renewed).toEqual(anew);
  expect(renewed).not.toEqual(before);
  expect(renewed).toContain("after");
  // Four markers in one path, four error bars in another.
  const marks = page.locator("#renewed .points path");
  await expect(marks).toHaveCount(1);
  expect((await marks.getAttribute("d"))!.match(/M/g)).toHaveLength(4);
  await expect(page.locator("#renewed .errorbars path.together")).toHaveCount(1);

  await test.step("with room for wider labels, and for narrower ones again", async () => {
    /** Distance of the leftmost label from the figure's edge, as the browser measures it. */
    const room = () =>
      page.evaluate(() => {
        const left = (one: Element) => one.getBoundingClientRect().left;
        const labels = [...document.querySelectorAll("#renewed .ytick text")].map(left);
        return Math.min(...labels) - left(document.querySelector("#renewed .main-svg")!);
      });
    const wide = await draw(page, "renewed", WIDER);
    expect(wide).toEqual(await draw(page, "wide", WIDER));
    expect(wide.filter(isPanel)).not.toEqual(renewed.filter(isPanel));
    // Plotly leaves at most 12 pixels beside the labels.
    expect(await room()).toBeGreaterThanOrEqual(0);
    expect(await room()).toBeLessThan(13);
    expect(await draw(page, "renewed", OTHER)).toEqual(renewed);
  });
  await test.step("with more points and another range, and with fewer again", async () => {
    const longer = await draw(page, "renewed", LONGER);
    await expect(page.locator("#renewed .scatterlayer")).toHaveAttribute("data-kept");
    expect(longer).toEqual(await draw(page, "longer", LONGER));
    // Labels that return stand behind the others in the document.
    expect((await draw(page, "renewed", OTHER)).toSorted()).toEqual(renewed.toSorted());
  });
  await test.step("with its first points, and without points again", async () => {
    const none = await draw(page, "filled", NONE);
    expect(await draw(page, "filled", OTHER)).toEqual(anew);
    expect((await draw(page, "filled", NONE)).toSorted()).toEqual(none.toSorted());
  });
  await test.step("within its limits a curve stays in its panel", async () => {
    await draw(page, "renewed", { ...OTHER, y: [0.2, 0.05, 0.004, 2e-5] });
    const [curve, panel] = await page.evaluate(() =>
      ["#renewed .js-line", "#renewed .nsewdrag"].map((selector) => {
        const { top, bottom } = document.querySelector(selector)!.getBoundingClientRect();
        return { top, bottom };
      }),
    );
    expect(curve.top).toBeGreaterThanOrEqual(panel.top);
    expect(curve.bottom).toBeLessThanOrEqual(panel.bottom);
  });
  expect(warnings).toEqual([]);
});
