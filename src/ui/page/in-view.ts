/** What ends the person's own look at the figures: from then on nothing is scrolled for them. */
const HANDS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

let end = () => {};

/**
 * Brings a figure into view, and again whenever figures above it change their height: they do while their first results
 * come. Ends when the person scrolls, clicks or types.
 */
export function keepInView(id: string): void {
  end();
  const main = document.querySelector("main");
  if (!main) return;
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  const show = () => document.getElementById(id)?.scrollIntoView({ block: "nearest", behavior });
  const sizes = new ResizeObserver(show);
  const watch = () => {
    for (const element of [main, ...main.children]) sizes.observe(element);
  };
  // A lab that has just been chosen is not on the page yet.
  const children = new MutationObserver(watch);
  children.observe(main, { childList: true });
  watch();
  const stopped = new AbortController();
  // What has begun this, such as a click on a link, is over by the next frame.
  requestAnimationFrame(() => {
    for (const hand of HANDS)
      window.addEventListener(hand, () => end(), { signal: stopped.signal, capture: true, passive: true });
  });
  end = () => {
    sizes.disconnect();
    children.disconnect();
    stopped.abort();
  };
}
