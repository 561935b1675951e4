import type { Page } from "@playwright/test";
import { inWorker } from "./lab.ts";

/**
 * Inserted before the worker's program. After its first answer with figures, it answers at once from a copy, however
 * slow the GPU is. The values vary by a few percent, as with new noise, and a packet is found or not. Above 18 dB they
 * are three times as large, and always the same.
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

/** The page's counts: requests for figures, answers, and redraws by name. */
interface Counts {
  asked: number;
  answered: number;
  redraws: Record<string, number>;
}
type Watched = typeof globalThis & { counts: Counts };

/** Makes figures follow at once, and counts them in the page. Call it before the page is opened. */
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

/** Returns the number of redraws of figures whose name begins with a text. A measure's name begins with "redraw". */
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
 * Waits until every answer has come and all figures are drawn: nothing changes between two checks. The pause between
 * them is a timer of the page that is longer than its drawing timers, so it ends after them on any machine.
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
