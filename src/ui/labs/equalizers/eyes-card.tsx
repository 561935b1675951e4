import { EYE_POINTS } from "#core/telemetry/experiment/figures/eye.ts";
import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import { FigureCard } from "../../figures/card.tsx";
import { ALGORITHMS } from "./algorithms.ts";
import { Eye, readTrace } from "./charts/eye.tsx";
import { Glyph } from "./glyph.tsx";
import { useFigures } from "./store/figures.ts";
import { useAttention } from "../../figures/attention.ts";
import { lights } from "./legend.tsx";
import { lessonOf } from "./lesson-of.ts";
import { PanelGroup } from "../../figures/panel-group.tsx";
import { FIRST_PACKET_MISSING } from "./text.ts";

/** Half the height of each part; decisions are at ±1. */
const REACH = 2.25;

export function EyesCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const highlight = useAttention((state) => state.highlight);
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
        <PanelGroup
          label={`Eye diagrams. ${spoken}`}
          className="panels six"
          panels={equalizers.map(({ equalizer, eye }) => ({
            name: ALGORITHMS[equalizer].short,
            note: opening(eye.opening),
            what: "trace",
            count: eye.i.length / EYE_POINTS,
            read: (trace) => readTrace(eye, trace, EYE_POINTS),
          }))}
          onPanel={(panel) => {
            useAttention.setState({ highlight: panel === undefined ? undefined : equalizers[panel].equalizer });
          }}
        >
          {(cursor) =>
            equalizers.map(({ equalizer, eye }, i) => (
              <figure key={equalizer} data-cursor={cursor?.panel === i || undefined} {...lights(equalizer)}>
                <figcaption>
                  <Glyph of={equalizer} />
                  <span>{ALGORITHMS[equalizer].short}</span>
                  <span className="muted">{opening(eye.opening)}</span>
                </figcaption>
                <Eye
                  eye={eye}
                  colour={`var(${ALGORITHMS[equalizer].colour})`}
                  points={EYE_POINTS}
                  reach={REACH}
                  faded={highlight !== undefined && highlight !== equalizer}
                  cursor={cursor?.panel === i ? cursor.index : undefined}
                />
              </figure>
            ))
          }
        </PanelGroup>
      )}
      {figures && !equalizers && <p className="empty">{FIRST_PACKET_MISSING}</p>}
    </FigureCard>
  );
}

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
