import type { Page } from "@playwright/test";
import { inWorker } from "./lab.ts";

/**
 * Put before the worker's program: once it has answered with figures, others follow at once, however slow the GPU. Their values
 * waver by a few percent, as with new noise, and a packet is found or not; above 18 dB they are thrice as large, and each time the
 * same.
 */
const PROGRAM = `{
  const asked = new Set();
  let kept;
  const post = self.postMessage.bind(self);
  self.postMessage = (message, ...rest) => {
    if (asked.has(message?.id) && message.type === "RAW") kept ??= structuredClone(message.value);
    post(message, ...rest);
  };
  let loud = 1;
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 0x7fffffff) / 0x7fffffff;
  const waver = (value) => value * loud * (0.98 + 0.04 * random());
  const varied = (value, name) => {
    if (/frequency|sample$|bit$|bins/.test(name)) return value;
    if (value instanceof Float32Array) return value.map(waver);
    if (Array.isArray(value)) return value.map((one) => varied(one, name));
    if (name === "packets" && typeof value === "number") return value - Math.round(random());
    if (name === "errors" && typeof value === "number") return Math.round(waver(value));
    if (value?.constructor !== Object) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, varied(part, name)]));
  };
  self.addEventListener("message", (event) => {
    const { id, type, argumentList } = event.data ?? {};
    if (type !== "APPLY" || argumentList?.[1]?.value !== "figures") return;
    asked.add(id);
    if (!kept) return;
    event.stopImmediatePropagation();
    loud = argumentList[2].value.ebn0 > 18 ? 3 : 1;
    if (loud > 1) seed = 1;
    const value = varied(kept, "");
    setTimeout(() => post({ id, type: "RAW", value }), 50);
  });
}`;

/** What the page counts: figures that it asked its worker for, answers that came, and redraws by name. */
interface Counts {
  asked: number;
  answered: number;
  redraws: Record<string, number>;
}
type Watched = typeof globalThis & { counts: Counts };

/** Lets figures follow at once, and counts them in the page. To be called before the page is opened. */
export async function answerAtOnce(page: Page): Promise<void> {
  await inWorker(page, PROGRAM);
  await page.addInitScript(() => {
    const counts: Counts = { asked: 0, answered: 0, redraws: {} };
    Object.assign(globalThis, { counts });
    const open = new Set<string>();
    window.Worker = class extends Worker {
      constructor(...options: ConstructorParameters<typeof Worker>) {
        super(...options);
        this.addEventListener("message", ({ data }) => {
          if (open.delete(data?.id)) counts.answered++;
        });
      }
      override postMessage(
        message: { id: string; type: string; argumentList?: { value?: unknown }[] },
        ...rest: never[]
      ) {
        // ask(experiment, name, …)
        if (message.type === "APPLY" && message.argumentList?.[1]?.value === "figures") {
          open.add(message.id);
          counts.asked++;
        }
        super.postMessage(message, ...rest);
      }
    };
    const observer = new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) counts.redraws[name] = (counts.redraws[name] ?? 0) + 1;
    });
    observer.observe({ type: "measure" });
  });
}

/** How often figures were redrawn whose name begins so; a measure's name begins with "redraw". */
export const redraws = (page: Page, name = "") =>
  page.evaluate(
    (start) =>
      Object.entries((globalThis as Watched).counts.redraws)
        .filter(([name]) => name.startsWith(start))
        .reduce((sum, [, count]) => sum + count, 0),
    `redraw ${name}`,
  );

export const answers = (page: Page) => page.evaluate(() => (globalThis as Watched).counts.answered);

/**
 * Waits until every answer has come and all is drawn: nothing happens between two looks. The wait between them is the page's own
 * timer, longer than those of the page's drawing, so that it ends after them on any machine.
 */
export const quiet = (page: Page) =>
  page.evaluate(async () => {
    const look = () => JSON.stringify((globalThis as Watched).counts);
    const { counts } = globalThis as Watched;
    for (let before = ""; before !== look() || counts.asked !== counts.answered;) {
      before = look();
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
  });
