import { NoGpu } from "../../page/no-gpu.tsx";
import { useView } from "../../page/view.ts";
import { CodewordCard } from "./codeword-card.tsx";
import { DecoderStrip } from "./decoder-strip.tsx";
import { ExitCard } from "./exit-card.tsx";
import { LossCard } from "./loss-card.tsx";
import { BerCard, FerCard } from "./rate-cards.tsx";
import { ThroughputCard } from "./throughput-card.tsx";
import { TrellisCard } from "./trellis-card.tsx";
import "./turbo.css";

/** The Turbo lab: decoders side by side on the same codewords, and one codeword under the glass. */
export function TurboLab() {
  const enlarged = useView((view) => view.enlarged);
  return (
    <>
      <NoGpu />
      <DecoderStrip />
      <div className="figures" data-enlarged={enlarged !== undefined || undefined}>
        <BerCard />
        <FerCard />
        <CodewordCard />
        <ExitCard />
        <LossCard />
        <ThroughputCard />
        <TrellisCard />
      </div>
    </>
  );
}
