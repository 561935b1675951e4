import { type KeyboardEvent, useCallback, useMemo } from "react";
import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { constellation } from "#core/constellation/constellation.ts";
import type { BitPath, SentBit } from "#core/wifi/frame/bit-path.float64.ts";
import { FigureCard } from "../../figures/card.tsx";
import { NumberField } from "../../kit/fields/fields-of.tsx";
import { useLive } from "../../kit/live.ts";
import { BitChart } from "./charts/bit-chart.tsx";
import { INSPECTION } from "./inspection.ts";
import { BIT_LESSON } from "./lessons.ts";
import { NoFrame } from "./no-frame.tsx";
import { editInspection, inspected, useWifi } from "./store.ts";
import { arrowOf, clamp, cursorStep } from "../../figures/marks/keys.ts";

export function BitCard() {
  const inspection = useWifi((store) => store.inspection);
  const { view, path, computing } = useLive(inspected);
  const drawn = view && path && view.psdu.length > path.octet ? { view, path } : undefined;
  const last = view ? 8 * view.psdu.length - 1 : undefined;
  const points = useMemo(() => view && constellation(view.line.rate.bitsPerCarrier, "802.11"), [view]);
  const llrOf = useCallback(
    ({ symbol, interleaved }: SentBit) => view?.llr[symbol * view.line.rate.codedBits + interleaved],
    [view],
  );
  const summary = drawn && describe(drawn.path, drawn.view);
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrowOf(event);
    const step = arrow?.[1] ? -8 * arrow[1] : cursorStep(event, 80);
    if (step === undefined || last === undefined) return;
    event.preventDefault();
    toBit(clamp(inspection.bit + step, 0, last));
  };
  return (
    <FigureCard
      name="bit"
      title="From one bit to a carrier"
      width="full"
      lesson={BIT_LESSON}
      look="One bit of the PSDU from scrambler, encoder, puncturing and interleaver to the mapper, and its LLRs in the receiver. Click another bit or octet, or use the arrow keys."
      summary={summary}
      busy={computing && path !== undefined}
      table={drawn && (() => tableOf(drawn.path, llrOf))}
    >
      <div className="trellis-controls">
        <NumberField of={INSPECTION.bit} values={inspection} max={last} onChange={editInspection} />
      </div>
      {drawn && points ? (
        <div
          className="bit-group"
          tabIndex={0}
          role="group"
          aria-roledescription="figure"
          aria-label={`One bit. Left and right arrows choose the bit, up and down the octet.`}
          onKeyDown={onKeyDown}
        >
          <BitChart
            label={summary ?? ""}
            path={drawn.path}
            psdu={drawn.view.psdu}
            codedBits={drawn.view.line.rate.codedBits}
            bitsPerCarrier={drawn.view.line.rate.bitsPerCarrier}
            points={points}
            llrOf={llrOf}
            received={(drawn.view.psdu[drawn.path.octet] >> drawn.path.place) & 1}
            onBit={toBit}
          />
          <p className="unseen" aria-live="polite">
            {summary}
          </p>
        </div>
      ) : (
        <NoFrame sketch="trellis" />
      )}
    </FigureCard>
  );
}

const toBit = (bit: number) => editInspection({ bit });

function describe({ octet, place, value, bit, steps }: BitPath, { line }: FrameView): string {
  const [own] = steps;
  const terms = steps.flatMap(({ coded }) => coded.filter(({ term }) => term));
  const sent = terms.flatMap(({ sent }) => (sent ? [sent] : []));
  const carriers = [...new Set(sent.map(({ carrier }) => carrier))].toSorted((a, b) => a - b);
  return `Bit ${bit}: bit ${place} of octet ${octet} (${value.toString(16).padStart(2, "0")}) is ${own.plain}, after the scrambler ${own.scrambled}. It is a term of ${terms.length} coded bits, of which ${sent.length} are sent at rate ${line.rate.codeRate}, on carriers ${carriers.join(", ")}.`;
}

function tableOf({ steps }: BitPath, llrOf: (bit: SentBit) => number | undefined) {
  return {
    columns: [
      "step",
      "bit",
      "scrambler",
      "scrambled",
      "output",
      "coded bit",
      "depends on the bit",
      "symbol",
      "before the interleaver",
      "after",
      "carrier",
      "place in the label",
      "LLR",
    ],
    rows: steps.flatMap(({ step, plain, sequence, scrambled, coded }) =>
      coded.map(({ output, value, term, sent }) => [
        step,
        plain,
        sequence,
        scrambled,
        output,
        value,
        Number(term),
        sent?.symbol ?? null,
        sent?.coded ?? null,
        sent?.interleaved ?? null,
        sent?.carrier ?? null,
        sent?.place ?? null,
        (sent && llrOf(sent)) ?? null,
      ]),
    ),
  };
}
