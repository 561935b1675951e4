import { useAttention } from "../figures/attention.ts";

/** Returns handlers that highlight an algorithm in every figure while the pointer or the focus is on an element. */
export function lights(name: string, lit = true) {
  const light = () => lit && useAttention.setState({ highlight: name });
  const unlight = () => useAttention.setState({ highlight: undefined });
  return {
    onPointerEnter: light,
    onPointerLeave: unlight,
    onFocus: (event: { currentTarget: Element }) => event.currentTarget.matches(":focus-visible") && light(),
    onBlur: unlight,
  };
}
