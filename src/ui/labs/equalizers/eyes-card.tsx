import { EYE_POINTS } from "#core/telemetry/experiment/figures/eye.ts";
import type { EqualizerFigure } from "#core/telemetry/experiment/figures/equalizers.ts";
import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import { FigureCard } from "../../figures/card.tsx";
import { ALGORITHMS } from "./algorithms.ts";
import { Eye, readTrace } from "./charts/eye.tsx";
import { useFigures } from "./store/figures.ts";
import { lessonOf } from "./lesson-of.ts";
import { type Panel, PanelGroup } from "../../figures/panel-group.tsx";
import { FIRST_PACKET_MISSING } from "./text.ts";

/** Half the height of each part; decisions are at ±1. */
const REACH = 2.25;

export function EyesCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const equalizers = figures?.equalizers?.equalizers;
  const spoken = equalizers
    ?.map(({ equalizer, eye }) => `${ALGORITHMS[equalizer].name} ${opening(eye.opening)}`)
    .join(", ");
  return (
    <FigureCard
      name="eyes"
      lesson={lessonOf("eyes")}
      title="Eye diagrams"
      width="full"
      look="Traces of two symbols (388 ns) of the first packet, overlaid. The detector decides bits at the dotted lines: I, and half a symbol later Q. The number is the eye opening that 95 % of the decisions exceed."
      summary={spoken && `Eye openings: ${spoken}.`}
      busy={waiting}
      table={equalizers && (() => tracesTable(equalizers))}
    >
      {equalizers && (
        <PanelGroup label={`Eye diagrams. ${spoken}`} className="panels six" rows={[equalizers.map(panelOf)]} />
      )}
      {figures && !equalizers && <p className="empty">{FIRST_PACKET_MISSING}</p>}
    </FigureCard>
  );
}

const panelOf = ({ equalizer, eye }: EqualizerFigure): Panel => {
  const look = ALGORITHMS[equalizer];
  return {
    name: look.short,
    note: opening(eye.opening),
    of: equalizer,
    look,
    what: "trace",
    count: eye.i.length / EYE_POINTS,
    read: (trace) => readTrace(eye, trace, EYE_POINTS),
    draw: (cursor, faded) => (
      <Eye eye={eye} colour={`var(${look.colour})`} points={EYE_POINTS} reach={REACH} faded={faded} cursor={cursor} />
    ),
  };
};

const opening = (share: number) => (Number.isFinite(share) ? `${Math.round(100 * share)} %` : "–");

function tracesTable(equalizers: readonly { equalizer: EqualizerName; eye: { i: Float32Array; q: Float32Array } }[]) {
  return {
    columns: ["equalizer", "trace", "time (symbols)", "I", "Q"],
    rows: equalizers.flatMap(({ equalizer, eye }) =>
      Array.from(eye.i, (value, n) => [
        equalizer,
        Math.floor(n / EYE_POINTS),
        (2 * (n % EYE_POINTS)) / (EYE_POINTS - 1) - 1,
        value,
        eye.q[n],
      ]),
    ),
  };
}
