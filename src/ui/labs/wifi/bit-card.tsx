import { WIFI_INSPECTION } from "#core/wifi/experiment/inspection.ts";
import { type KeyboardEvent, useMemo } from "react";
import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { constellation } from "#core/constellation/constellation.ts";
import type { BitPath, SentBit } from "#core/wifi/frame/bit-path.float64.ts";
import { NumberField } from "../../kit/fields/fields-of.tsx";
import { useLive } from "../../kit/live.ts";
import { BitChart } from "./charts/bit-chart.tsx";
import { BIT_LESSON } from "./lessons.ts";
import { editInspection, inspected, useWifi } from "./store.ts";
import { arrowOf, clamp, cursorStep } from "../../figures/marks/keys.ts";
import { liveCard } from "./live-card.tsx";
import { listTable } from "../../figures/table.ts";

export const BitCard = liveCard({
  name: "bit",
  title: "From one bit to a carrier",
  width: "full",
  lesson: BIT_LESSON,
  look: "One bit of the PSDU from scrambler, encoder, puncturing and interleaver to the mapper, and its LLRs in the receiver. Click another bit or octet, or use the arrow keys.",
  sketch: "trellis",
  useData: ({ view, path }) => (view && path && view.psdu.length > path.octet ? { view, path } : undefined),
  summary: ({ view, path }) => describe(path, view),
  table: (data) => tableOf(data),
  fields: <BitField />,
  draw: (data, summary) => <Path {...data} summary={summary} />,
});

const lastBit = (view: FrameView) => 8 * view.psdu.length - 1;

function BitField() {
  const inspection = useWifi((store) => store.inspection);
  const { view } = useLive(inspected);
  return (
    <div className="trellis-controls">
      <NumberField of={WIFI_INSPECTION.bit} values={inspection} max={view && lastBit(view)} onChange={editInspection} />
    </div>
  );
}

interface Drawn {
  view: FrameView;
  path: BitPath;
}

/** The path of the bit, and arrow keys that choose another one. */
function Path({ view, path, summary }: Drawn & { summary: string }) {
  const bit = useWifi((store) => store.inspection.bit);
  const { rate } = view.line;
  const points = useMemo(() => constellation(rate.bitsPerCarrier, "802.11"), [rate]);
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrowOf(event);
    const step = arrow?.[1] ? -8 * arrow[1] : cursorStep(event, 80);
    if (step === undefined) return;
    event.preventDefault();
    toBit(clamp(bit + step, 0, lastBit(view)));
  };
  return (
    <div
      className="bit-group"
      tabIndex={0}
      role="group"
      aria-roledescription="figure"
      aria-label={`One bit. Left and right arrows choose the bit, up and down the octet.`}
      onKeyDown={onKeyDown}
    >
      <BitChart
        label={summary}
        path={path}
        psdu={view.psdu}
        codedBits={rate.codedBits}
        bitsPerCarrier={rate.bitsPerCarrier}
        points={points}
        llrOf={(sent) => llrOf(view, sent)}
        received={(view.psdu[path.octet] >> path.place) & 1}
        onBit={toBit}
      />
      <p className="unseen" aria-live="polite">
        {summary}
      </p>
    </div>
  );
}

const llrOf = ({ llr, line }: FrameView, { symbol, interleaved }: SentBit): number | undefined =>
  llr[symbol * line.rate.codedBits + interleaved];

const toBit = (bit: number) => editInspection({ bit });

function describe({ octet, place, value, bit, steps }: BitPath, { line }: FrameView): string {
  const [own] = steps;
  const terms = steps.flatMap(({ coded }) => coded.filter(({ term }) => term));
  const sent = terms.flatMap(({ sent }) => (sent ? [sent] : []));
  const carriers = [...new Set(sent.map(({ carrier }) => carrier))].toSorted((a, b) => a - b);
  return `Bit ${bit}: bit ${place} of octet ${octet} (${value.toString(16).padStart(2, "0")}) is ${own.plain}, after the scrambler ${own.scrambled}. It is a term of ${terms.length} coded bits, of which ${sent.length} are sent at rate ${line.rate.codeRate}, on carriers ${carriers.join(", ")}.`;
}

type CodedBit = BitPath["steps"][number] & BitPath["steps"][number]["coded"][number];

const tableOf = ({ view, path }: Drawn) =>
  listTable(
    path.steps.flatMap(({ coded, ...step }) => coded.map((bit): Omit<CodedBit, "coded"> => ({ ...step, ...bit }))),
    [
      ["step", ({ step }) => step],
      ["bit", ({ plain }) => plain],
      ["scrambler", ({ sequence }) => sequence],
      ["scrambled", ({ scrambled }) => scrambled],
      ["output", ({ output }) => output],
      ["coded bit", ({ value }) => value],
      ["depends on the bit", ({ term }) => Number(term)],
      ["symbol", ({ sent }) => sent?.symbol],
      ["before the interleaver", ({ sent }) => sent?.coded],
      ["after", ({ sent }) => sent?.interleaved],
      ["carrier", ({ sent }) => sent?.carrier],
      ["place in the label", ({ sent }) => sent?.place],
      ["LLR", ({ sent }) => sent && llrOf(view, sent)],
    ],
  );
