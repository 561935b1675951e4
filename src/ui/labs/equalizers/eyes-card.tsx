import { EYE_POINTS } from "#core/telemetry/experiment/figures/eye.ts";
import type { EqualizerFigure } from "#core/telemetry/experiment/figures/equalizers.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { Eye, type Traces } from "../../figures/eye.tsx";
import { fixed } from "../../format.ts";
import { type Panel, PanelGroup } from "../../figures/panel-group.tsx";
import { liveCard } from "./live-card.tsx";

/** Half the height of each part; decisions are at ±1. */
const REACH = 2.25;

export const EyesCard = liveCard({
  name: "eyes",
  title: "Eye diagrams",
  width: "full",
  look: "Traces of two symbols (388 ns) of the first packet, overlaid. The detector decides bits at the dotted lines: I, and half a symbol later Q. The number is the eye opening that 95 % of the decisions exceed.",
  useData: (figures) => figures?.equalizers && withEyes(figures.equalizers.equalizers),
  summary: (equalizers) => `Eye openings: ${spokenOf(equalizers)}.`,
  table: (equalizers) => tracesTable(equalizers),
  draw: (equalizers) => (
    <PanelGroup
      label={`Eye diagrams. ${spokenOf(equalizers)}`}
      className="panels six"
      rows={[equalizers.map(panelOf)]}
    />
  ),
});

/** An equalizer with an eye. */
type Eyed = EqualizerFigure & { eye: NonNullable<EqualizerFigure["eye"]> };

/** DFE has none, because its feedback has values at the bits only. */
const withEyes = (equalizers: readonly EqualizerFigure[]) => equalizers.filter((one): one is Eyed => one.eye !== null);

const spokenOf = (equalizers: readonly Eyed[]) =>
  equalizers.map(({ equalizer, eye }) => `${ALGORITHMS[equalizer].name} ${opening(eye.opening)}`).join(", ");

const panelOf = ({ equalizer, eye }: Eyed): Panel => {
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
      <Eye
        eye={eye}
        decided={DECIDED}
        colour={`var(${look.colour})`}
        points={EYE_POINTS}
        reach={REACH}
        faded={faded}
        cursor={cursor}
      />
    ),
  };
};

/** The detector decides Q half a symbol later than I. */
const DECIDED = { i: [1 / 2], q: [1 / 4, 3 / 4] };

/** A trace as text: its values where bits are decided. */
function readTrace({ i, q }: Required<Traces>, trace: number, points: number): string {
  const at = (values: Float32Array, symbols: number) => {
    return fixed(values[trace * points + Math.round(((symbols + 1) / 2) * (points - 1))], 2);
  };
  return `I ${at(i, 0)}; Q ${at(q, -0.5)} half a symbol before, ${at(q, 0.5)} after`;
}

const opening = (share: number) => (Number.isFinite(share) ? `${Math.round(100 * share)} %` : "–");

function tracesTable(equalizers: readonly Eyed[]) {
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
