import { refusalText, traitText } from "#core/wifi/receiver/describe.ts";
import type { ReceivedFrame } from "#core/wifi/receiver/received-frame.ts";
import { ColumnTable } from "../../../elements/column-table.tsx";
import { listTable, type Table } from "../../../figures/table.ts";
import { fixed, plain, whole } from "../../../format.ts";
import { Button } from "../../../elements/button.tsx";

interface FrameTableProps {
  frames: readonly ReceivedFrame[];
  /** Samples per second of the recording. */
  sampleRate: number;
  chosen?: ReceivedFrame;
  onChoose: (frame: ReceivedFrame) => void;
}

/** The frames of a recording; a click on one shows it. */
export const FrameTable = ({ frames, sampleRate, chosen, onChoose }: FrameTableProps) => (
  <ColumnTable
    region="Frames of the recording"
    className="frame-table"
    named
    rows={frames}
    row={(frame) => ({
      "data-chosen": frame === chosen || undefined,
      "data-inside": frame.inside !== null || undefined,
      onClick: () => onChoose(frame),
    })}
    columns={[
      [
        "Frame",
        (frame, i) => (
          <Button look="quiet" aria-pressed={frame === chosen} title="Show this frame in every figure">
            {i + 1}
          </Button>
        ),
      ],
      ["Time (ms)", ({ start }) => fixed((1e3 * start) / sampleRate, 3)],
      ["Mbit/s", ({ rateMbps }) => rateMbps ?? "–"],
      ["Octets", ({ length }) => (length === null ? "–" : whole(length))],
      [
        "FCS",
        ({ status, fcsOk }) => (status === "received" ? (fcsOk ? "✓" : "✕") : "–"),
        { of: ({ fcsOk }) => ({ "data-fcs": fcsOk ? "holds" : "fails" }) },
      ],
      ["SNR (dB)", ({ snrDb }) => number(snrDb)],
      ["EVM (dB)", ({ evmDb }) => number(evmDb)],
      ["CFO (kHz)", ({ cfoHz }) => fixed(cfoHz / 1e3, 2)],
      ["Type", typeOf, { className: "words" }],
      ["Addresses", ({ addresses }) => addresses.join(" "), { className: "words addresses" }],
    ]}
  />
);

const number = (value: number | null) => (value === null ? "–" : fixed(value, 1));

/** The frame's type, or what it is otherwise. */
function typeOf(frame: ReceivedFrame): string {
  const { type, fcsOk, inside } = frame;
  const what = refusalText(frame) ?? type ?? (fcsOk ? "" : "damaged");
  const traits = traitText(frame);
  const where = inside === null ? [] : [`inside the frame at ${whole(inside)}`];
  return [traits ? `${what} (${traits})` : what, ...where].filter(Boolean).join(", ");
}

/** All frames as a table of numbers. */
export const frameTable = (frames: readonly ReceivedFrame[], sampleRate: number): Table =>
  listTable(frames, [
    ["start (sample)", ({ start }) => start],
    ["time (s)", ({ start }) => start / sampleRate],
    ["status", ({ status }) => status],
    ["rate (Mbit/s)", ({ rateMbps }) => rateMbps],
    ["length (octets)", ({ length }) => length],
    ["FCS holds", ({ fcsOk }) => Number(fcsOk)],
    ["SNR (dB)", ({ snrDb }) => snrDb],
    ["EVM (dB)", ({ evmDb }) => evmDb],
    ["CFO (Hz)", ({ cfoHz }) => cfoHz],
    ["type", ({ type }) => type],
    ["sequence", ({ sequence }) => sequence],
    ["addresses", ({ addresses }) => addresses.join(" ")],
    ["standard", ({ other }) => other?.standard ?? "802.11a, g or p"],
    ["MCS", ({ other }) => other?.mcs],
    ["bandwidth (MHz)", ({ other }) => other?.bandwidthMHz],
    ["streams", ({ other }) => other?.streams],
  ]);

/** The frames in words. */
export function describeFrames(frames: readonly ReceivedFrame[]): string {
  const received = frames.filter(({ status }) => status === "received");
  const intact = received.filter(({ fcsOk }) => fcsOk).length;
  const rates = [...new Set(received.map(({ rateMbps }) => rateMbps))].map((rate) => plain(rate ?? 0));
  const standards = new Map<string, number>();
  for (const { other } of frames) if (other) standards.set(other.standard, (standards.get(other.standard) ?? 0) + 1);
  const others = [...standards].map(([standard, count]) => `${whole(count)} of ${standard}`);
  return [
    `${whole(frames.length)} frames, ${whole(received.length)} received, ${whole(intact)} with a frame check that holds`,
    ...(rates.length > 0 ? [`rates ${rates.join(", ")} Mbit/s`] : []),
    ...(others.length > 0 ? [`not received: ${others.join(", ")}`] : []),
  ]
    .join("; ")
    .concat(".");
}
