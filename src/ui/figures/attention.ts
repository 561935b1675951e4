import { create } from "zustand";

/** What is highlighted among the figures. */
interface Attention {
  /** The algorithm under the pointer or the focus, highlighted in every figure. */
  highlight?: string;
  /** Name of the figure that fills the page. */
  enlarged?: string;
  /** Name of the figure that a lecture's step is about. */
  focus?: string;
  /** Name of the figure that waits for predictions: it is not in the document before them. */
  covered?: string;
  /** What a lecture's step asks of its figure, once it is open: the figure's description ends with it. */
  told?: string;
}

export const useAttention = create<Attention>()(() => ({}));

/** Returns true while a step's figure waits for predictions: strips then show no numbers, which could tell the answers. */
export const useWaiting = (): boolean => useAttention(({ covered }) => covered !== undefined);

/** What a strip shows in place of its numbers meanwhile. */
export const AFTER_PREDICTION = "–";

/** Returns handlers that highlight an algorithm in every figure while the pointer or the focus is on an element. */
export function lights(name: string | undefined, lit = true) {
  const light = () => lit && useAttention.setState({ highlight: name });
  const unlight = () => useAttention.setState({ highlight: undefined });
  return {
    onPointerEnter: light,
    onPointerLeave: unlight,
    onFocus: (event: { currentTarget: Element }) => event.currentTarget.matches(":focus-visible") && light(),
    onBlur: unlight,
  };
}
