import { rateOf } from "#core/wifi/frame/rates.ts";
import { LiveErrors, Need, StripItem } from "../../kit/strip.tsx";
import { useOutdated, useRun } from "../../kit/run.ts";
import { useShown } from "../../kit/sweep.ts";
import { PACKET_ERROR_RATE } from "./per-card.tsx";
import { styleOf } from "./estimators.ts";
import { useReceiver } from "./receiver/reception.ts";
import { editInspection, inspected, sweep, useWifi } from "./store.ts";

/** The legend of all figures: each estimator with the SNR it needs for the target; a click shows its points of the shown frame. */
export function EstimatorStrip() {
  const { config, inspection } = useWifi();
  const { chosen, estimator: receiving } = useReceiver();
  const shown = chosen ? receiving : config.estimators[inspection.estimator];
  const estimators = config.estimators.includes(shown) ? config.estimators : [...config.estimators, shown];
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
      {estimators.map((estimator, i) => {
        // What was sent in a recording is not known.
        const refused = chosen !== undefined && estimator === "genie";
        const choose = () => {
          if (!chosen) editInspection({ estimator: i });
          else if (!refused) useReceiver.setState({ estimator });
        };
        const { title, method, ...style } = styleOf(estimator);
        const mine = points.filter(
          (point) => point.estimator === estimator && point.rateMbps === rate.mbps && point.packets > 0,
        );
        return (
          <StripItem
            key={estimator}
            {...style}
            title={
              refused
                ? `${title}. The channel of a recording is not known.`
                : `${title}. ${method} Click to show its points.`
            }
            pressed={estimator === shown}
            refused={refused}
            onClick={choose}
          >
            <Need
              points={mine.map((one) => ({ ...PACKET_ERROR_RATE.of(one), ebn0Db: one.snrDb }))}
              unit="packets"
              target={inspection.target}
            />
            <LiveErrors of={inspected} name={estimator} unit="packets" />
          </StripItem>
        );
      })}
    </div>
  );
}
