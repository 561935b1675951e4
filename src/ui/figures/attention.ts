import { create } from "zustand";

/** What is highlighted among the figures. */
interface Attention {
  /** The algorithm under the pointer or the focus, highlighted in every figure. */
  highlight?: string;
  /** Name of the figure that fills the page. */
  enlarged?: string;
  /** Name of the figure that a lecture's step is about. */
  focus?: string;
}

export const useAttention = create<Attention>()(() => ({}));
