import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { Glyph } from "./glyph.tsx";
import { lights } from "../../figures/attention.ts";

interface LegendProps {
  names: readonly EqualizerName[];
  chosen: EqualizerName;
  onChoose: (name: EqualizerName) => void;
}

/** The legend of the algorithms, of which one is chosen. Pointing at one highlights it in every figure. */
export function Legend({ names, chosen, onChoose }: LegendProps) {
  return (
    <ul className="legend">
      {names.map((name) => (
        <li key={name} {...lights(name)}>
          <button type="button" aria-pressed={chosen === name} onClick={() => onChoose(name)}>
            <Glyph of={name} size={11} /> {ALGORITHMS[name].short}
          </button>
        </li>
      ))}
    </ul>
  );
}
