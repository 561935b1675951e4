import { rateOf } from "#core/wifi/frame/rates.ts";
import { Need, StripItem } from "../../kit/strip.tsx";
import { useOutdated, useRun } from "../../kit/run.ts";
import { useShown } from "../../kit/sweep.ts";
import { styleOf } from "./estimators.ts";
import { editInspection, sweep, useWifi } from "./store.ts";

/** The legend of all figures: each estimator with the SNR it needs for the target; a click shows its points. */
export function EstimatorStrip() {
  const { config, inspection } = useWifi();
  const { phase } = useRun(sweep);
  const outdated = useOutdated(sweep);
  const { points } = useShown(sweep);
  const rate = rateOf(Number(config.rateMbps[inspection.rate]));
  return (
    <div
      className="strip"
      role="group"
      aria-label="Estimators"
      data-busy={(outdated && phase !== "running") || undefined}
    >
      {config.estimators.map((estimator, i) => {
        const { title, method, ...style } = styleOf(estimator);
        const mine = points.filter(
          (point) => point.estimator === estimator && point.rateMbps === rate.mbps && point.packets > 0,
        );
        return (
          <StripItem
            key={estimator}
            {...style}
            title={`${title}. ${method} Click to show its points.`}
            pressed={inspection.estimator === i}
            onClick={() => editInspection({ estimator: i })}
          >
            <Need
              points={mine.map(({ snrDb, per, packetErrors }) => ({ ebn0Db: snrDb, rate: per, errors: packetErrors }))}
              target={inspection.target}
            />
          </StripItem>
        );
      })}
    </div>
  );
}
