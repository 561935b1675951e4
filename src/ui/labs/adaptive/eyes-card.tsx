import type { AdaptivePacket } from "#core/adaptive/experiment/packet.ts";
import { TRACE_POINTS, type EyeTraces } from "#core/adaptive/experiment/figures/eye.ts";
import { Eye } from "../../figures/eye.tsx";
import { type Panel, PanelGroup } from "../../figures/panel-group.tsx";
import { fixed } from "../../format.ts";
import { EYES_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";
import { styleOf } from "./looks.ts";

/** Half the height of each part. */
const REACH = 2.25;
/** Decisions are in the middle of a trace. */
const DECIDED = { i: [1 / 2], q: [1 / 2] };

interface NamedEye extends Pick<Panel, "name" | "of" | "look"> {
  eye: EyeTraces;
  colour: string;
}

export const EyesCard = liveCard({
  name: "eyes",
  title: "Eye diagrams",
  width: "full",
  lesson: EYES_LESSON,
  look: "Traces of two symbols, overlaid. An open eye at the dotted line allows decisions. The number is the opening that 95 % of the decisions exceed.",
  sketch: "curves",
  useData({ packet }) {
    return packet && { eyes: eyesOf(packet.packet), ...packet.config };
  },
  summary: ({ eyes }) => `Eye openings: ${eyes.map(({ name, eye }) => `${name} ${opening(eye)}`).join(", ")}.`,
  table: ({ eyes }) => ({
    columns: ["signal", "trace", "time (symbols)", "I", "Q"],
    rows: eyes.flatMap(({ name, eye }) =>
      Array.from(eye.i, (value, n) => [
        name,
        Math.floor(n / TRACE_POINTS),
        (2 * (n % TRACE_POINTS)) / (TRACE_POINTS - 1) - 1,
        value,
        eye.q[n],
      ]),
    ),
  }),
  draw: ({ eyes, rolloff, modulation }, summary) => (
    <>
      <PanelGroup
        label={`Eye diagrams. ${summary}`}
        className="packet-panels"
        rows={[eyes.map((eye) => panelOf(eye, modulation === "bpsk"))]}
      />
      <p className="caveat">
        The last symbols of the packet. Pulses with the roll-off {fixed(rolloff, 2)} connect the samples. Received:
        turned and scaled by the strongest tap of the channel.
      </p>
    </>
  ),
});

function eyesOf({ eye, equalizers }: AdaptivePacket): NamedEye[] {
  return [
    { name: "Received", eye, colour: "var(--muted)" },
    ...equalizers.flatMap(({ equalizer, eye: own }) => {
      const look = styleOf(equalizer);
      return own ? [{ name: look.short, of: look.of, look, eye: own, colour: `var(${look.colour})` }] : [];
    }),
  ];
}

const opening = ({ opening: share }: EyeTraces) =>
  Number.isFinite(share) ? (share > 0 ? `${Math.round(100 * share)} %` : "closed") : "–";

/** Decisions on BPSK use the real part only. */
const panelOf = ({ eye, colour, ...named }: NamedEye, isReal: boolean): Panel => ({
  ...named,
  note: opening(eye),
  what: "trace",
  count: eye.i.length / TRACE_POINTS,
  read: (trace) => {
    const at = trace * TRACE_POINTS + (TRACE_POINTS - 1) / 2;
    return `decided at I ${fixed(eye.i[at], 2)}${isReal ? "" : `, Q ${fixed(eye.q[at], 2)}`}`;
  },
  draw: (cursor, faded) => (
    <Eye
      eye={isReal ? { i: eye.i } : eye}
      decided={DECIDED}
      colour={colour}
      points={TRACE_POINTS}
      reach={REACH}
      faded={faded}
      cursor={cursor}
    />
  ),
});
