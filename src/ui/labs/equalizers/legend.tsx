import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import { ALGORITHMS } from "../../figures/algorithms.ts";
import { Glyph } from "../../figures/glyph.tsx";
import { useAttention } from "../../figures/attention.ts";

/** What lights an algorithm in every figure while the pointer is on it. */
export function lights(highlight: EqualizerName) {
  return {
    onPointerEnter: () => useAttention.setState({ highlight }),
    onPointerLeave: () => useAttention.setState({ highlight: undefined }),
  };
}

interface LegendProps {
  names: readonly EqualizerName[];
  /** Further lines of the figure: dashes and dots as text, and what they are. */
  others?: readonly { mark: string; colour: `--${string}`; text: string }[];
  /** Where one of them is chosen: which, and how to choose. */
  chosen?: EqualizerName;
  onChoose?: (name: EqualizerName) => void;
}

/** Which colour and shape is which algorithm; the pointer on one lights it everywhere. */
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
