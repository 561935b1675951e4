/** Events after which the page no longer scrolls for the person. */
const HANDS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

let end = () => {};

/**
 * Scrolls a figure into view, and again whenever figures above it change their height, as they do during their first
 * results. Ends when the person scrolls, clicks or types.
 */
export function keepInView(id: string): void {
  end();
  const main = document.querySelector("main");
  if (!main) return;
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  const show = () => {
    const figure = document.getElementById(id);
    // Browsers leave a figure that is taller than its room where it is.
    const block = figure && figure.offsetHeight > main.clientHeight ? "start" : "nearest";
    figure?.scrollIntoView({ block, behavior });
  };
  const sizes = new ResizeObserver(show);
  const watch = () => {
    for (const element of [main, ...main.children]) sizes.observe(element);
  };
  // A lab that was just chosen is not on the page yet.
  const children = new MutationObserver(watch);
  children.observe(main, { childList: true });
  watch();
  const stopped = new AbortController();
  // The event that caused this, for example a click on a link, has ended by the next frame.
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

/** Shows the first figures, and the first fields beside them. */
export function scrollToTop(): void {
  end();
  for (const scrolled of document.querySelectorAll("main, .rail")) scrolled.scrollTo({ top: 0, behavior: "instant" });
}
