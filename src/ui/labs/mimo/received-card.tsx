import { useMemo } from "react";
import { type MimoExperiment, sizesOf } from "#core/mimo/experiment/experiment.ts";
import { constellation } from "#core/constellation/constellation.ts";
import { fixed, plain, whole } from "../../format.ts";
import { type Cloud, cloudPanel, cloudTable } from "../../figures/constellation.tsx";
import { PanelGroup } from "../../figures/panel-group.tsx";
import { type Inspected, useMimo } from "./store.ts";
import { RECEIVED_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";

/** Half the width of each panel, in units of a stream's RMS; 98 % of the received points are within theirs. */
const EQUALIZED_REACH = 1.9;

/** What the points show, by channel. */
const RECEIVED: Readonly<Record<MimoExperiment["channel"], string>> = {
  rayleigh:
    "Every antenna receives all streams at once, through a new channel in each use, so no constellation is visible. MMSE separates the streams, well in some uses and badly in others.",
  "block-rayleigh":
    "Every antenna receives all streams at once, through a new channel in each frame. MMSE separates the streams, well in some frames and badly in others.",
  white: "Each stream reaches one antenna, and each antenna adds white noise.",
};

export const ReceivedCard = liveCard({
  name: "received",
  title: "Received and equalized points",
  width: "full",
  lesson: RECEIVED_LESSON,
  look: <Look />,
  sketch: "points",
  useData({ page, live }) {
    const own = live?.own.page ?? page;
    const reach = useMemo(() => own && reachOf(own.look), [own]);
    return useMemo(() => page && { uses: page.look.uses, rows: panelsOf(page, reach ?? 1) }, [page, reach]);
  },
  summary({ uses, rows: [, equalized] }) {
    const spoken = equalized.map(({ name, note }) => `${name}: ${note}`).join(", ");
    return `${whole(uses)} channel uses; error vector magnitudes after MMSE: ${spoken}.`;
  },
  table: ({ rows }) => cloudTable(rows.flat()),
  draw: ({ rows }, summary) => (
    <PanelGroup
      label={`Constellations. ${summary}`}
      className="streams"
      rows={rows.map((clouds) => clouds.map(cloudPanel))}
    />
  ),
});

function Look() {
  const channel = useMimo((store) => store.config.channel);
  return <>{RECEIVED[channel]} The number is the error vector magnitude (EVM).</>;
}

/** Half the width of the panels of received points. */
function reachOf({ received }: Inspected["page"]["look"]): number {
  const magnitudes = Float32Array.from(received.flatMap((points) => [...points].map(Math.abs))).toSorted();
  return 1.1 * (magnitudes[Math.floor(0.995 * (magnitudes.length - 1))] || 1);
}

/** Received points by antenna, and equalized ones by stream. */
function panelsOf({ config, look }: Inspected["page"], reach: number): Cloud[][] {
  const { bitsPerSymbol } = sizesOf(config);
  const ideal = [...constellation(bitsPerSymbol, "38.211")];
  const alone = config.antennas === 1 && config.channel === "white";
  return [
    look.received.map((points, i) => ({
      name: `Antenna ${i + 1}`,
      points,
      reach,
      ideal: alone ? ideal : [],
      colour: "var(--muted)",
      note: `±${plain(reach, 2)}`,
    })),
    look.equalized.map((points, i) => ({
      name: `Stream ${i + 1}`,
      points,
      reach: EQUALIZED_REACH,
      ideal,
      colour: "var(--blue)",
      note: evm(points, ideal),
    })),
  ];
}

/** RMS distance to the nearest ideal point; too low where symbols are wrong. */
function evm(points: Float32Array, ideal: readonly number[]): string {
  let sum = 0;
  for (let i = 0; i < points.length; i += 2) {
    let least = Infinity;
    for (let k = 0; k < ideal.length; k += 2) {
      least = Math.min(least, (points[i] - ideal[k]) ** 2 + (points[i + 1] - ideal[k + 1]) ** 2);
    }
    sum += least;
  }
  return `${fixed(100 * Math.sqrt(sum / (points.length / 2)), 0)} %`;
}
