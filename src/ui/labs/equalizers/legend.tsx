import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { Glyph } from "./glyph.tsx";
import { useAttention } from "../../figures/attention.ts";

/** Event handlers that highlight an algorithm in every figure while the pointer is on the element. */
export function lights(highlight: EqualizerName) {
  return {
    onPointerEnter: () => useAttention.setState({ highlight }),
    onPointerLeave: () => useAttention.setState({ highlight: undefined }),
  };
}

interface LegendProps {
  names: readonly EqualizerName[];
  /** Further lines of the figure: the dash pattern as text, and its meaning. */
  others?: readonly { mark: string; colour: `--${string}`; text: string }[];
  /** If one algorithm is chosen: which, and how to choose another. */
  chosen?: EqualizerName;
  onChoose?: (name: EqualizerName) => void;
}

/** The legend of the algorithms. Pointing at one highlights it in every figure. */
export function Legend({ names, others, chosen, onChoose }: LegendProps) {
  return (
    <ul className="legend">
      {names.map((name) => (
        <li key={name} {...lights(name)}>
          {onChoose ? (
            <button type="button" aria-pressed={chosen === name} onClick={() => onChoose(name)}>
              <Glyph of={name} size={11} /> {ALGORITHMS[name].short}
            </button>
          ) : (
            <>
              <Glyph of={name} size={11} /> {ALGORITHMS[name].short}
            </>
          )}
        </li>
      ))}
      {others?.map(({ mark, colour, text }) => (
        <li key={text}>
          <b style={{ color: `var(${colour})` }} aria-hidden="true">
            {mark}
          </b>{" "}
          {text}
        </li>
      ))}
    </ul>
  );
}
