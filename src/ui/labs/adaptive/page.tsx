import type { ComponentType } from "react";
import type { AdaptiveEqualizerName, EqualizerInfo } from "#core/adaptive/equalizers.ts";
import { ADAPTIVE_EQUALIZERS } from "#core/adaptive/equalizers.ts";
import { channelOf, type AdaptiveExperiment } from "#core/adaptive/experiment/experiment.ts";
import { LabFigures } from "../../kit/lab-figures.tsx";
import { BowlCard } from "./bowl-card.tsx";
import { BurstsCard } from "./bursts-card.tsx";
import { CarriersCard } from "./carriers-card.tsx";
import { ConstellationsCard } from "./constellations-card.tsx";
import { EqualizerStrip } from "./equalizer-strip.tsx";
import { ExitCard } from "./exit-card.tsx";
import { EyesCard } from "./eyes-card.tsx";
import { LearningCard } from "./learning-card.tsx";
import { BerCard } from "./rate-card.tsx";
import { ResponsesCard } from "./responses-card.tsx";
import { hasCarriers, hasExchange, inspected, useAdaptive } from "./store.ts";
import { ForgettingCard, MisadjustmentCard, PrecisionCard, SpreadCard } from "./study-cards.tsx";
import { TapsCard } from "./taps-card.tsx";
import { TrellisCard } from "./trellis-card.tsx";
import { ZerosCard } from "./zeros-card.tsx";
import "./adaptive.css";

/** Returns a card that is shown where the experiment has what it is about. */
function when(has: (config: AdaptiveExperiment) => boolean, Card: ComponentType): ComponentType {
  return function ConditionalCard() {
    return useAdaptive(({ config }) => has(config)) && <Card />;
  };
}

const uses =
  (...names: AdaptiveEqualizerName[]) =>
  ({ equalizers }: AdaptiveExperiment) =>
    equalizers.some((name) => names.includes(name));
const hasFeedback = ({ equalizers }: AdaptiveExperiment) =>
  equalizers.some((name) => (ADAPTIVE_EQUALIZERS[name] as EqualizerInfo).feedback);
/** All packets have the same channel, which is at rest. */
function isKnown(config: AdaptiveExperiment): boolean {
  const { isRandom, turns } = channelOf(config);
  return !isRandom && !turns;
}
const usesRls = uses("rls", "dfe-rls");

const CARDS = [
  ConstellationsCard,
  EyesCard,
  LearningCard,
  BerCard,
  ResponsesCard,
  TapsCard,
  ZerosCard,
  when(hasFeedback, BurstsCard),
  when(hasCarriers, CarriersCard),
  when(uses("mlse"), TrellisCard),
  when(hasExchange, ExitCard),
  when((config) => config.forwardTaps === 2 && channelOf(config).isReal, BowlCard),
  when((config) => uses("lms")(config) && isKnown(config), MisadjustmentCard),
  when((config) => config.channel.startsWith("haykin"), SpreadCard),
  when(usesRls, ForgettingCard),
  when((config) => usesRls(config) && config.rlsUpdate === "one-sided", PrecisionCard),
];

/** The lab of adaptive equalizers: it compares them on the same packets, and shows one packet before and after each. */
export const AdaptiveLab = () => <LabFigures of={inspected} strip={<EqualizerStrip />} cards={CARDS} />;
