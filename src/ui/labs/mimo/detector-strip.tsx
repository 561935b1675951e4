import { detectors, type DetectorName } from "#core/mimo/registry.ts";
import { type MimoExperiment, outersOf, sizesOf } from "#core/mimo/experiment/experiment.ts";
import { whole } from "../../format.ts";
import { BIT_ERROR_RATE } from "../../kit/rate-card.tsx";
import { LiveErrors, Need, StripItem } from "../../kit/strip.tsx";
import { useShown } from "../../kit/sweep.ts";
import { useOutdated, useRun } from "../../kit/run.ts";
import { dbOf, DETECTOR_NAMES, detectorRefusal, inspected, sweep, toggleDetector, useMimo } from "./store.ts";
import { styleOf } from "./detectors.ts";

/** The legend of all figures: each detector with the SNR it needs for the target; a click adds or removes it. */
export function DetectorStrip() {
  const { config, inspection } = useMimo();
  const { phase } = useRun(sweep);
  const outdated = useOutdated(sweep);
  const { config: swept, points } = useShown(sweep);
  const busy = outdated && phase !== "running";
  return (
    <div id="strip" className="strip" role="group" aria-label="Detectors" data-busy={busy || undefined}>
      {DETECTOR_NAMES.map((detector, i) => {
        const refusal = detectorRefusal(detector, config);
        const on = config.detectors.includes(detector);
        const { name, about, ...style } = styleOf(detector);
        const last = Math.max(...outersOf(swept, detector));
        const mine = points.filter((one) => one.detector === detector && one.outer === last && one.frames > 0);
        return (
          <StripItem
            key={detector}
            {...style}
            title={refusal ? `${name}: ${refusal}` : `${name}. ${about} Key ${i + 1}.`}
            pressed={on}
            refused={refusal !== undefined}
            drawn={on}
            onClick={() => toggleDetector(detector)}
            note={refusal ? "\u00a0" : noteOf(detector, config)}
          >
            {on && !refusal ? (
              <>
                <Need
                  points={mine.map((one) => ({ ...BIT_ERROR_RATE.of(one), ebn0Db: dbOf(one, swept) }))}
                  unit="bits"
                  target={inspection.target}
                />
                <LiveErrors of={inspected} name={detector} unit="bits" />
              </>
            ) : (
              <span className="muted">{refusal ? "cannot" : "off"}</span>
            )}
          </StripItem>
        );
      })}
    </div>
  );
}

/** Work per channel use and pass, and the number of passes. */
function noteOf(name: DetectorName, config: MimoExperiment): string {
  const { paths } = detectors[name].operations({ ...sizesOf(config), uses: 1 });
  const last = Math.max(...outersOf(config, name));
  const passes = last > 1 ? `, ${last} passes` : "";
  return `${whole(paths)} ${name === "zf" || name.startsWith("mmse") ? "levels" : "paths"}${passes}`;
}
