import { expect, test } from "@playwright/test";
import { card, predict, settled } from "./lab.ts";

test("the browser’s own print has the paper layout in light colours, with every figure and a lecture’s hand-out", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("./#equalizers?v=1&packets=2&lecture=null-in-band&step=1");
  await predict(page);
  await settled(page);
  // The paper layout is fetched after the page.
  await page.waitForLoadState("networkidle");
  await page.getByRole("main").evaluate((main) => main.scrollTo(0, 200));
  await page.evaluate(() =>
    window.addEventListener("beforeprint", () => {
      const { mode, theme } = document.documentElement.dataset;
      const plots = [...document.querySelectorAll<HTMLElement>(".plot-root")];
      const canvases = [...document.querySelectorAll("canvas")].filter((canvas) => canvas.checkVisibility());
      const shown = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
      Object.assign(window, {
        printed: {
          mode,
          theme,
          plots: plots.length,
          // As wide as its room: neither missing nor from the screen.
          fitting: plots.filter((plot) => {
            const drawn = plot.querySelector(".main-svg")?.getBoundingClientRect().width ?? 0;
            return Math.abs(drawn - plot.clientWidth) < 2;
          }).length,
          blank: canvases.filter((canvas) => canvas.getContext("2d")!.getImageData(9, 9, 1, 1).data[3] === 0).length,
          canvases: canvases.length,
          buttons: shown(".bar, .status-line, .button, .menu"),
        },
      });
    }),
  );
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  const printed = await page.evaluate(() => (window as unknown as { printed: Record<string, number> }).printed);
  expect(printed).toMatchObject({ mode: "print", theme: "light", blank: 0, canvases: 1, buttons: 0 });
  expect(printed.plots).toBeGreaterThan(6);
  expect(printed.fitting).toBe(printed.plots);
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(4);
  // After printing the page is restored, also its place.
  await expect(page.locator("html")).toHaveAttribute("data-mode", "");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "system");
  expect(await page.getByRole("main").evaluate((main) => main.scrollTop)).toBe(200);
  // The figures have their size on the screen again.
  const misfits = () =>
    page.locator(".plot-root").evaluateAll((plots) =>
      plots.flatMap((plot) => {
        const drawn = plot.querySelector(".main-svg")?.getBoundingClientRect();
        return !drawn || plot.getBoundingClientRect().top > innerHeight || Math.abs(drawn.width - plot.clientWidth) < 2
          ? []
          : [drawn.width, plot.clientWidth];
      }),
    );
  await expect.poll(misfits).toEqual([]);

  await test.step("a lecture can be printed as a hand-out: its questions, the step's figure, and the answers apart", async () => {
    await page.evaluate(() => {
      window.print = () => {
        window.dispatchEvent(new Event("beforeprint"));
        const shown = (selector: string) =>
          [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
        const [questions, answers] = shown(".handout");
        document.title = [
          shown(".card h2").map((title) => title.textContent),
          shown(".rail, .scores").length,
          questions.querySelectorAll(".handout-question").length,
          getComputedStyle(answers).breakBefore,
        ].join();
        window.dispatchEvent(new Event("afterprint"));
      };
    });
    await page.keyboard.press("Control+p");
    await page.getByRole("dialog").getByRole("button", { name: "Hand-out" }).click();
    await expect(page).toHaveTitle("Spectrum,0,8,page");
  });
});

test("printing waits for the figures that are still being computed", async ({ page }) => {
  await page.goto("./#turbo?v=1&length=512&at=1");
  await expect(card(page, "One codeword, bit by bit")).toBeAttached();
  await page.evaluate(() => {
    window.print = () => (document.title = document.querySelector("#codeword .empty") ? "early" : "whole");
  });
  await page.keyboard.press("Control+p");
  await expect(page).toHaveTitle(/^(early|whole)$/);
  expect(await page.title()).toBe("whole");
});

test("a link shows one figure alone in a frame, and reports an unknown name", async ({ page }) => {
  await page.goto("./#filters?v=1&embed&figure=plane");
  await expect(card(page, "Zeros and poles")).toBeVisible();
  await expect(card(page, "Magnitude")).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Labs" })).toBeHidden();
  // In a low frame the whole figure is in sight, with its axis titles.
  await page.setViewportSize({ width: 640, height: 400 });
  for (const [link, name, drawing] of [
    ["filters?v=1", "plane", "svg.plane-chart"],
    ["filters?v=1", "magnitude", ".gain-chart svg"],
    ["convolution?v=1", "sliding", "svg.sliding-chart"],
    ["turbo?v=1&length=40&codewords=24", "codeword", ".llr-chart svg"],
    ["turbo?v=1&length=40&codewords=24", "trellis", "svg.trellis"],
    ["wifi?v=1&packets=8", "bit", "svg.bit-path"],
    ["mimo?v=1&antennas=2&qam=16&detectors=mtt&frames=4", "trellis", ".traversal svg"],
  ]) {
    await page.evaluate(([link, name]) => (location.hash = `#${link}&embed&figure=${name}`), [link, name]);
    await expect(page.locator(`#${name} ${drawing}`).first()).toBeVisible();
    await expect.poll(() => page.getByRole("main").evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(() => (location.hash = "#filters?v=1&embed&figure=plane"));
  await card(page, "Zeros and poles").getByRole("button", { name: "Shrink Zeros and poles" }).click();
  await expect(card(page, "Magnitude")).toBeVisible();
  await expect.poll(() => page.url()).not.toContain("figure=");
  await page.evaluate(() => (location.hash = "#filters?v=1&figure=plan"));
  await expect(page.getByText("This lab has no figure “plan”; all figures are shown.")).toBeVisible();
  await expect(card(page, "Magnitude")).toBeVisible();
});
