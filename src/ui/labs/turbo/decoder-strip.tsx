import { useMemo } from "react";
import { equal } from "#core/configuration/equal.ts";
import { decodersOf } from "#core/codes/turbo/experiment/experiment.ts";
import { BIT_ERROR_RATE } from "../../kit/rate-card.tsx";
import { LiveErrors, Need, StripItem } from "../../kit/strip.tsx";
import { useShown } from "../../kit/sweep.ts";
import { useOutdated } from "../../kit/run.ts";
import { codeword, editInspection, sweep, useTurbo } from "./store.ts";
import { decoderStyles } from "./decoders.ts";

/** The legend of all figures: each decoder with the Eb/N0 it needs for the target. A click selects it for the figures of one codeword. */
export function DecoderStrip() {
  const { config, inspection } = useTurbo();
  const shown = useShown(sweep);
  const stale = useOutdated(sweep);
  const styles = useMemo(() => decoderStyles(config), [config]);
  // Decoders keep their places until the list of decoders changes.
  const same = equal(decodersOf(config), decodersOf(shown.config));
  return (
    <div id="strip" className="strip" role="group" aria-label="Decoders" data-busy={stale || undefined}>
      {styles.map(({ name, ...style }, decoder) => {
        const mine = same ? shown.points.filter((point) => point.decoder === decoder && point.frames > 0) : [];
        return (
          <StripItem
            key={name}
            {...style}
            title={`${name}. Click to inspect it on one codeword.`}
            pressed={inspection.decoder === decoder}
            onClick={() => editInspection({ decoder })}
          >
            <Need
              points={mine.map((one) => ({ ...BIT_ERROR_RATE.of(one), ebn0Db: one.ebn0Db }))}
              unit="bits"
              target={inspection.target}
            />
            <LiveErrors of={codeword} name={String(decoder)} unit="bits" />
          </StripItem>
        );
      })}
    </div>
  );
}
