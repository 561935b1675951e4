import { detectors, type DetectorName } from "#core/mimo/registry.ts";
import { crossingOf } from "#core/measurement/crossing.ts";
import { sizesOf } from "#core/mimo/experiment/experiment.ts";
import type { MimoPoint } from "#core/mimo/experiment/sweep.ts";
import { fixed, rate, whole } from "../../format.ts";
import { Mark } from "../../figures/glyph.tsx";
import { DETECTOR_NAMES, detectorRefusal, toggleDetector, useMimo } from "./store.ts";
import { isOutdated } from "../../kit/run.ts";
import { DETECTORS } from "./detectors.ts";
import { useShown } from "./shown.ts";

/** The legend of all figures: each detector with what it needs for the target; a click takes it in or out. */
export function DetectorStrip() {
  const { config, sweep, glass } = useMimo();
  const { points } = useShown();
  return (
    <div
      className="strip"
      role="group"
      aria-label="Detectors"
      data-busy={isOutdated(sweep, config) && sweep.phase !== "running" ? true : undefined}
    >
      {DETECTOR_NAMES.map((name, i) => {
        const refusal = detectorRefusal(name, config);
        const on = config.detectors.includes(name);
        const { short, name: title, about, colour, shape } = DETECTORS[name];
        const mine = points.filter((point) => point.detector === name && point.frames > 0);
        const highlight = (lit: boolean) => useMimo.setState({ highlight: lit && on ? name : undefined });
        return (
          <button
            key={name}
            type="button"
            className="strip-item"
            title={refusal ? `${title}: ${refusal}` : `${title}. ${about} Key ${i + 1}.`}
            aria-pressed={on}
            aria-disabled={refusal !== undefined || undefined}
            onClick={() => toggleDetector(name)}
            onPointerEnter={() => highlight(true)}
            onPointerLeave={() => highlight(false)}
            onFocus={(event) => event.currentTarget.matches(":focus-visible") && highlight(true)}
            onBlur={() => highlight(false)}
          >
            <span className="strip-name">
              <Mark colour={colour} shape={shape} />
              {short}
            </span>
            <span className="strip-need">
              {refusal ? (
                <span className="muted">cannot</span>
              ) : on ? (
                need(mine, glass.target)
              ) : (
                <span className="muted">off</span>
              )}
            </span>
            <span className="strip-note muted">{refusal ? "\u00a0" : pathsOf(name, config)}</span>
          </button>
        );
      })}
    </div>
  );
}

const pathsOf = (name: DetectorName, config: Parameters<typeof sizesOf>[0]) => {
  const { paths } = detectors[name].operations({ ...sizesOf(config), uses: 1 });
  return `${whole(paths)} ${name === "zf" || name === "mmse" ? "levels" : "paths"}`;
};

/** What a detector needs for the target; until that is known, its last error rate. */
function need(points: readonly MimoPoint[], target: number) {
  const crossing = crossingOf(
    points.map(({ snrDb, ber }) => ({ ebn0Db: snrDb, rate: ber })),
    target,
  );
  if (crossing.ebn0Db !== null) {
    return (
      <>
        {fixed(crossing.ebn0Db, 2)} dB <span className="muted">for {rate(target)}</span>
      </>
    );
  }
  const last = points.findLast(({ errors }) => errors > 0);
  if (!last) return points.length > 0 ? "no errors" : "–";
  return (
    <>
      {rate(last.ber ?? 0)} <span className="muted">at {fixed(last.snrDb, 1)} dB</span>
    </>
  );
}
