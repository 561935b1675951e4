import { LabFigures } from "../../kit/lab-figures.tsx";
import { CodewordCard } from "./codeword-card.tsx";
import { DecoderStrip } from "./decoder-strip.tsx";
import { ExitCard } from "./exit-card.tsx";
import { LossCard } from "./loss-card.tsx";
import { BerCard, FerCard } from "./rate-cards.tsx";
import { ThroughputCard } from "./throughput-card.tsx";
import { TrellisCard } from "./trellis-card.tsx";
import { codeword } from "./store.ts";
import "./turbo.css";

const CARDS = [BerCard, FerCard, CodewordCard, ExitCard, LossCard, ThroughputCard, TrellisCard];

/** The Turbo lab: it compares decoders on the same codewords, and shows the decoding of one codeword. */
export const TurboLab = () => <LabFigures of={codeword} strip={<DecoderStrip />} cards={CARDS} />;
