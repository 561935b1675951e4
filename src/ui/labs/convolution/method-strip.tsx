import { METHODS } from "#core/convolution/experiment/comparison.ts";
import { rate, si } from "../../format.ts";
import { Mark } from "../../figures/glyph.tsx";
import { useRun } from "../../kit/run.ts";
import { comparison, toggleMethod, useConvolution } from "./store.ts";
import { lights, useWaiting } from "../../figures/attention.ts";
import { useTimesHidden } from "../../kit/software-note.tsx";
import { STYLES } from "./methods.ts";
import "../../kit/scores.css";

/** The legend of all figures, with each method's last time, or its error while times are hidden. A click adds or removes a method. */
export function MethodStrip() {
  const { config, perSignal } = useConvolution();
  const { step } = useRun(comparison);
  const hidden = useTimesHidden();
  const isWaiting = useWaiting();
  return (
    <div className="scores method-strip" role="group" aria-label="Methods">
      {METHODS.map((method) => {
        const { short, name, ...style } = STYLES[method];
        const chosen = config.methods.includes(method);
        const last = isWaiting
          ? undefined
          : step?.state.results.findLast((result) => result.method === method && result.ms !== null);
        const ms = (last?.ms ?? 0) / (perSignal ? (last?.batch ?? 1) : 1);
        const headline = last?.wrong ? "wrong" : hidden ? rate(last?.maxError ?? 0) : si(ms / 1000, "s", 3);
        return (
          <button
            key={method}
            type="button"
            className="score"
            title={name}
            aria-pressed={chosen}
            onClick={() => toggleMethod(method)}
            {...lights(method)}
          >
            <span className="score-name">
              <Mark {...style} />
              {short}
            </span>
            <span className="score-evm muted">{last && hidden ? "error" : ""}</span>
            <span className="score-rate">{chosen ? (last ? headline : "–") : "off"}</span>
          </button>
        );
      })}
    </div>
  );
}
