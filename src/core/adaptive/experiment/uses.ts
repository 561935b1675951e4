import type { Uses } from "../../configuration/uses.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import type { AdaptiveExperiment } from "./fields.ts";

type Info = EqualizerInfo & { name: AdaptiveEqualizerName };

const infos = ({ equalizers }: AdaptiveExperiment): Info[] =>
  equalizers.map((name) => ({ name, ...(ADAPTIVE_EQUALIZERS[name] as EqualizerInfo) }));
/** A field that some equalizers have. */
const some = (has: (info: Info) => boolean, needs: string) => ({
  when: (config: AdaptiveExperiment) => infos(config).some(has),
  needs,
});
const isOne =
  (...names: AdaptiveEqualizerName[]) =>
  ({ name }: Info) =>
    names.includes(name);
const isRls = ({ name }: Info) => name.includes("rls");
const isCoded = ({ code }: AdaptiveExperiment) => code !== "none";

const PULSE = { when: ({ frontEnd }: AdaptiveExperiment) => frontEnd === "pulse", needs: "the pulse front end" };
const RLS = some(isRls, "the equalizer rls or dfe-rls");
const BLIND = some(({ blind }) => blind === true, "a blind equalizer, cma or mma");

/** When fields of the experiment have an effect. */
export const ADAPTIVE_USES: Uses<AdaptiveExperiment> = {
  response: { when: ({ channel }) => channel === "taps", needs: "the channel taps" },
  normalize: {
    when: ({ frontEnd, channel }) => frontEnd === "discrete" && !channel.startsWith("exponential"),
    needs: "the discrete front end with a channel at fixed taps",
  },
  rays: { when: ({ channel }) => channel === "rays", needs: "the channel rays" },
  rolloff: PULSE,
  samplingPhase: PULSE,
  samplesPerSymbol: PULSE,
  feedbackTaps: some(({ feedback }) => feedback === true, "an equalizer with decision feedback"),
  step: some(
    (info) => info.kind === "adaptive" && !isRls(info),
    "an equalizer with a step: lms, nlms, dfe-lms, cma or mma",
  ),
  forgetting: RLS,
  rlsStart: RLS,
  rlsUpdate: RLS,
  start: BLIND,
  switch: BLIND,
  afterTraining: some(({ kind, blind }) => kind === "adaptive" && !blind, "an equalizer that is trained"),
  traceback: some(isOne("mlse"), "the equalizer mlse"),
  keep: some(isOne("m-algorithm"), "the equalizer m-algorithm"),
  block: some(({ kind }) => kind === "block", "an equalizer of blocks: FDE or OFDM"),
  prefix: some(isOne("fde", "fde-zf", "ofdm", "ofdm-loaded"), "the equalizer fde, fde-zf, ofdm or ofdm-loaded"),
  drop: some(isOne("fde-overlap"), "the equalizer fde-overlap"),
  information: { when: isCoded, needs: "a code" },
  outer: {
    when: (config) => isCoded(config) && config.equalizers.includes("map"),
    needs: "a code, and the equalizer map",
  },
  symbols: {
    when: (config) => !isCoded(config),
    needs: "a packet without a code, whose bits give the symbols: see information",
  },
};
