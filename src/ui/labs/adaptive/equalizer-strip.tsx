import { isFinished } from "#core/adaptive/experiment/experiment.ts";
import { BIT_ERROR_RATE } from "../../kit/rate-card.tsx";
import { LiveErrors, Need, StripItem } from "../../kit/strip.tsx";
import { useShown } from "../../kit/sweep.ts";
import { useOutdated } from "../../kit/run.ts";
import { editInspection, inspected, sweep, useAdaptive } from "./store.ts";
import { styleOf } from "./looks.ts";
import { dbOf } from "./rate-card.tsx";

/** The legend of all figures: each equalizer with the Eb/N0 it needs for the target. A click shows its taps. */
export function EqualizerStrip() {
  const { config, inspection } = useAdaptive();
  const { config: swept, points } = useShown(sweep);
  const stale = useOutdated(sweep);
  return (
    <div id="strip" className="strip" role="group" aria-label="Equalizers" data-busy={stale || undefined}>
      {config.equalizers.map((name, i) => {
        const { about, ...style } = styleOf(name);
        const mine = points.filter((one) => one.equalizer === name && isFinished(one, swept) && one.frames > 0);
        return (
          <StripItem
            key={name}
            {...style}
            title={`${style.short}. ${about} Click to show its taps.`}
            pressed={inspection.shown === i}
            onClick={() => editInspection({ shown: i })}
          >
            <Need
              points={mine.map((one) => ({ ...BIT_ERROR_RATE.of(one), ebn0Db: dbOf(one, swept) }))}
              unit="bits"
              target={inspection.target}
            />
            <LiveErrors of={inspected} name={name} unit="bits" />
          </StripItem>
        );
      })}
    </div>
  );
}
