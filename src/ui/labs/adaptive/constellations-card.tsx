import type { AdaptivePacket } from "#core/adaptive/experiment/packet.ts";
import { type Cloud, cloudPanel, cloudTable } from "../../figures/constellation.tsx";
import { PanelGroup } from "../../figures/panel-group.tsx";
import { counted, fixed } from "../../format.ts";
import { styleOf } from "./looks.ts";
import { CONSTELLATIONS_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";

/** Half the width of each panel; the symbols have a mean energy of 1. */
const REACH = 1.9;

export const ConstellationsCard = liveCard({
  name: "constellations",
  title: "Constellations",
  width: "full",
  lesson: CONSTELLATIONS_LESSON,
  look: "One packet before and after each equalizer. Interference smears the received points. The numbers count wrong bits after the training.",
  sketch: "points",
  leads: true,
  useData: ({ packet }) => packet?.packet,
  summary: (packet) => describe(packet),
  table: (packet) => cloudTable(panelsOf(packet)),
  draw: (packet, summary) => (
    <>
      <PanelGroup
        label={`Constellations. ${summary}`}
        className="packet-panels"
        rows={[panelsOf(packet).map(cloudPanel)]}
      />
      <p className="caveat">
        Packet {packet.packet} at {fixed(packet.ebn0Db, 1)} dB: up to 1024 of its last symbols. Points outside a panel
        are not drawn.
      </p>
    </>
  ),
});

function panelsOf({ received, ideal, equalizers }: AdaptivePacket): Cloud[] {
  const common = { reach: REACH };
  return [
    { ...common, name: "Received", points: received, note: "before", colour: "var(--muted)", ideal: [] },
    ...equalizers.map(({ equalizer, points, errors, bits, diverged }): Cloud => {
      const look = styleOf(equalizer);
      return {
        ...common,
        name: look.short,
        of: look.of,
        look,
        points,
        note: diverged ? "diverged" : bits > 0 ? `${errors} wrong` : "training only",
        colour: `var(${look.colour})`,
        ideal,
      };
    }),
  ];
}

const describe = ({ equalizers }: AdaptivePacket) =>
  `Wrong bits: ${equalizers.map(({ equalizer, errors, bits }) => `${styleOf(equalizer).short} ${counted(errors, bits, "bits")}`).join(", ")}.`;
