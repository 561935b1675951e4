import { useMemo } from "react";
import { crossingOf } from "#core/measurement/crossing.ts";
import { decodersOf } from "#core/codes/turbo/experiment/experiment.ts";
import { fixed, rate } from "../../format.ts";
import { Mark } from "../../figures/glyph.tsx";
import { isOutdated } from "../../kit/run.ts";
import { editGlass, useTurbo } from "./store.ts";
import { decoderStyles } from "./decoders.ts";
import { useShown } from "./shown.ts";

/** The legend of all figures: each decoder with what it needs for the target. A click puts its work under the glass. */
export function DecoderStrip() {
  const { config, sweep, glass } = useTurbo();
  const shown = useShown();
  const styles = useMemo(() => decoderStyles(config), [config]);
  const stale = isOutdated(sweep, config);
  // Decoders keep their places as long as they are the same ones.
  const same = JSON.stringify(decodersOf(config)) === JSON.stringify(decodersOf(shown.config));
  return (
    <div className="strip" role="group" aria-label="Decoders" data-busy={stale || undefined}>
      {styles.map(({ short, name, ...style }, decoder) => {
        const mine = same ? shown.points.filter((point) => point.decoder === decoder && point.frames > 0) : [];
        const highlight = (on: boolean) => useTurbo.setState({ highlight: on ? decoder : undefined });
        return (
          <button
            key={name}
            type="button"
            className="strip-item"
            title={`${name}. A click shows its work on one codeword.`}
            aria-pressed={glass.decoder === decoder}
            onClick={() => editGlass({ decoder })}
            onPointerEnter={() => highlight(true)}
            onPointerLeave={() => highlight(false)}
            onFocus={(event) => event.currentTarget.matches(":focus-visible") && highlight(true)}
            onBlur={() => highlight(false)}
          >
            <span className="strip-name">
              <Mark {...style} />
              {short}
            </span>
            <span className="strip-need">{headline(mine, glass.target)}</span>
          </button>
        );
      })}
    </div>
  );
}

/** What a decoder needs for the target; until that is known, its last bit error rate. */
function headline(points: readonly { ebn0Db: number; ber: number | null; errors: number }[], target: number) {
  const crossing = crossingOf(
    points.map(({ ebn0Db, ber }) => ({ ebn0Db, rate: ber })),
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
      {rate(last.ber ?? 0)} <span className="muted">at {fixed(last.ebn0Db, 1)} dB</span>
    </>
  );
}
