import { useView } from "../page/view.ts";

/** What lights an algorithm in every figure while the pointer or the focus is on an element. */
export function lights(name: string, lit = true) {
  const light = () => lit && useView.setState({ highlight: name });
  const unlight = () => useView.setState({ highlight: undefined });
  return {
    onPointerEnter: light,
    onPointerLeave: unlight,
    onFocus: (event: { currentTarget: Element }) => event.currentTarget.matches(":focus-visible") && light(),
    onBlur: unlight,
  };
}
