import { METHODS } from "#core/convolution/experiment/comparison.ts";
import { rate, si } from "../../format.ts";
import { Mark } from "../../figures/glyph.tsx";
import { toggleMethod, useConvolution } from "./store.ts";
import { isSoftware, useLab } from "../../kit/engine.ts";
import { STYLES } from "./methods.ts";
import "../../kit/scores.css";

/** The legend of all figures, with each method's last measurement: time, and whether it is right. */
export function MethodStrip() {
  const { config, comparison, asked, perSignal } = useConvolution();
  const hidden = useLab(isSoftware) && !asked;
  return (
    <div className="scores method-strip" role="group" aria-label="Methods">
      {METHODS.map((method) => {
        const { short, name, ...style } = STYLES[method];
        const chosen = config.methods.includes(method);
        const last = comparison.step?.state.results.findLast(
          (result) => result.method === method && result.ms !== null,
        );
        const ms = (last?.ms ?? 0) / (perSignal ? (last?.batch ?? 1) : 1);
        const headline = last?.wrong ? "wrong" : hidden ? rate(last?.maxError ?? 0) : si(ms / 1000, "s", 3);
        const highlight = (on: boolean) => useConvolution.setState({ highlight: on ? method : undefined });
        return (
          <button
            key={method}
            type="button"
            className="score"
            title={name}
            aria-pressed={chosen}
            onClick={() => toggleMethod(method)}
            onPointerEnter={() => highlight(true)}
            onPointerLeave={() => highlight(false)}
            onFocus={() => highlight(true)}
            onBlur={() => highlight(false)}
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
