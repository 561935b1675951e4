import { useState } from "react";
import { ADAPTIVE, type AdaptiveExperiment, channelOf } from "#core/adaptive/experiment/experiment.ts";
import { MEASURED_CHANNELS } from "#core/channel/measured.ts";
import { readRows, writeRows } from "#core/configuration/fields.ts";
import { ChoiceField } from "../../../kit/fields/choice-field.tsx";
import { QuantityField } from "../../../kit/fields/quantity-field.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { editAdaptive, useAdaptive } from "../store.ts";
import { refusalOfValue } from "../supported.ts";

/** A kind of channel, and its number after the colon. */
interface ChannelKind {
  text: string;
  group: string;
  number?: {
    label: string;
    description: string;
    default: number;
    min: number;
    max: number;
    step: number;
    unit: string;
  };
}

const [DISCRETE, PULSE] = ["One tap per symbol", "Pulses and rays"];
const CHANNELS: Readonly<Record<string, ChannelKind>> = {
  "proakis-a": { text: "Proakis A, mild", group: DISCRETE },
  "proakis-b": { text: "Proakis B, a null", group: DISCRETE },
  "proakis-c": { text: "Proakis C, a wide null", group: DISCRETE },
  haykin: {
    text: "Haykin, raised cosine",
    group: DISCRETE,
    number: {
      label: "Spread W",
      description: "W of the taps ½(1 + cos(2π(n − 2)/W)). A larger W spreads the eigenvalues.",
      default: 2.9,
      min: 2.1,
      max: 4,
      step: 0.1,
      unit: "",
    },
  },
  exponential: {
    text: "Random, decaying",
    group: DISCRETE,
    number: {
      label: "Decay D",
      description: "Symbols in which the mean power of the taps falls by e.",
      default: 2,
      min: 0.1,
      max: 8,
      step: 0.5,
      unit: "T",
    },
  },
  taps: { text: "Own taps", group: DISCRETE },
  rays: { text: "Rays", group: PULSE },
  measured: {
    text: "Measured",
    group: PULSE,
    number: {
      label: "Number",
      description: "Number of the measured response.",
      default: 0,
      min: 0,
      max: MEASURED_CHANNELS - 1,
      step: 1,
      unit: "",
    },
  },
};

/** The channel, with its front end and its number. */
export function ChannelField() {
  const { channel } = useAdaptive((store) => store.config);
  const [refusal, setRefusal] = useState<string>();
  const [kind, value] = channel.split(":");
  const number = CHANNELS[kind]?.number;
  const choose = (next: string) => {
    const { group, number: own } = CHANNELS[next];
    const frontEnd = group === PULSE ? "pulse" : "discrete";
    setRefusal(editAdaptive({ channel: own ? `${next}:${own.default}` : next, frontEnd }));
  };
  const choices = Object.entries(CHANNELS).map(([name, { text, group }]) => ({ value: name, text, group }));
  const { label, description } = ADAPTIVE.fields.channel;
  return (
    <>
      <ChoiceField label={label} description={description} choices={choices} value={kind} onChange={choose} />
      {refusal && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      {number && (
        <QuantityField
          {...number}
          integer={number.step === 1}
          value={Number(value)}
          check={(next) => refusalOfValue("channel", `${kind}:${next}`, useAdaptive.getState().config)}
          onChange={(next) => editAdaptive({ channel: `${kind}:${next}` })}
        />
      )}
    </>
  );
}

const RAYS = ADAPTIVE.fields.rays;

/** The rays as text, one after the other. */
export function RaysField() {
  const config = useAdaptive((store) => store.config);
  const columns = RAYS.kind === "rows" ? RAYS.columns : {};
  const raysOf = (text: string) => readRows(columns, text) as unknown as AdaptiveExperiment["rays"];
  return (
    <TextField
      label="Rays"
      description="Gain in dB, phase in degrees and delay in symbols of each ray: 0,0,0;-1.9,143,1.3"
      unit=""
      value={writeRows(columns, config.rays)}
      check={(text) => refusalOfValue("rays", raysOf(text), config)}
      onChange={(text) => editAdaptive({ rays: raysOf(text) })}
    />
  );
}

/** A note on the length of the channel. */
export function MemoryNote() {
  const config = useAdaptive((store) => store.config);
  const { taps, samplesPerSymbol, turns } = channelOf(config);
  const count = taps.length / 2;
  const spacing = samplesPerSymbol === 2 ? " half a symbol apart" : "";
  return (
    <p className="field-note">
      {count} {count === 1 ? "tap" : "taps"}
      {spacing}: memory L = {count - 1}.{turns && " The taps turn during a packet."}
    </p>
  );
}
