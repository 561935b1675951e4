import { Button } from "../../elements/button.tsx";
import { bandOf } from "#core/filters/names.ts";
import { WINDOWS } from "#core/filter-design/windows.ts";
import { BESSEL_NORMS } from "#core/filter-design/iir/bessel.ts";
import { type Edges, isBand } from "#core/filter-design/bands.ts";
import { MOST_TAPS } from "#core/filter-design/fir/band-gains.ts";
import { type FilterSpec, type FilterType, MOST_LISTED_TAPS } from "#core/filter-design/spec.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { editDesign, refusalOf, useFilters } from "./store/filters.ts";
import { changed, edit, type Of } from "./edit.ts";
import { atRate, byHand } from "./specs.ts";
import { frequencyStep } from "../../kit/fields/frequency-step.ts";
import { unitOf } from "./units.ts";

/** The names of a mask's edges in rising order of frequency. */
function orderOf(spec: FilterSpec): string {
  if (!("pass" in spec)) return "";
  const named = (["pass", "stop"] as const).flatMap((name) =>
    [spec[name]].flat().map((edge, i) => ({ edge, name, i })),
  );
  return named
    .toSorted((a, b) => a.edge - b.edge)
    .map(({ name, i }) => `${name} ${i}`)
    .join();
}

/** An error where an edge would pass another one: that would change the kind of band, for which there is a choice. */
function crossing(spec: FilterSpec, next: FilterSpec): string | undefined {
  return orderOf(spec) === orderOf(next)
    ? undefined
    : "The edges must keep their order. To get another kind of band, change “Band”.";
}

interface FrequencyProps {
  spec: FilterSpec;
  label: string;
  description?: string;
  value: number;
  /** The design's fields with this frequency changed. */
  at: (value: number) => object;
}

function Frequency({ spec, label, description, value, at }: FrequencyProps) {
  const { rate = 2 } = spec;
  return (
    <QuantityField
      label={label}
      description={description}
      unit={unitOf(spec)}
      min={0}
      max={rate / 2}
      step={frequencyStep(rate)}
      value={value}
      onChange={(next) => edit(spec, at(next))}
      check={(next) => refusalOf(changed(spec, at(next))) ?? crossing(spec, changed(spec, at(next)))}
    />
  );
}

function Decibels({
  spec,
  name,
  label,
  description,
}: {
  spec: FilterSpec;
  name: string;
  label: string;
  description: string;
}) {
  const small = name === "ripple";
  return (
    <QuantityField
      label={label}
      description={description}
      unit="dB"
      min={small ? 0.001 : 1}
      max={small ? 12 : 200}
      step={small ? 0.1 : 1}
      value={(spec as unknown as Record<string, number>)[name]}
      onChange={(value) => edit(spec, { [name]: value })}
      check={(value) => refusalOf(changed(spec, { [name]: value }))}
    />
  );
}

const Ripple = ({ spec }: { spec: FilterSpec }) => (
  <Decibels spec={spec} name="ripple" label="Ripple" description="Largest difference of gains in the pass band." />
);
const Attenuation = ({ spec }: { spec: FilterSpec }) => (
  <Decibels
    spec={spec}
    name="attenuation"
    label="Attenuation"
    description="Smallest distance of the stop band below the largest gain of the pass band."
  />
);

/** Fields of the lower and the upper edge; `words` are their labels. */
function EdgeFields({
  spec,
  name,
  words,
}: {
  spec: FilterSpec;
  name: "pass" | "stop" | "cutoff";
  words: readonly string[];
}) {
  const edges = (spec as unknown as Record<string, Edges>)[name];
  const all = [edges].flat();
  return all.map((value, i) => (
    <Frequency
      key={words[i]}
      spec={spec}
      label={words[i]}
      value={value}
      at={(next) => ({ [name]: isBand(edges) ? all.map((old, k) => (k === i ? next : old)) : next })}
    />
  ));
}

/** Fields of a mask: its edges and its tolerances. */
export function MaskFields({ spec }: { spec: Of<"pass"> }) {
  const band = bandOf(spec)!;
  const words = {
    lowpass: { pass: ["Passes to"], stop: ["Stops from"] },
    highpass: { pass: ["Passes from"], stop: ["Stops to"] },
    bandpass: { pass: ["Passes from", "Passes to"], stop: ["Stops to", "Stops from"] },
    bandstop: { pass: ["Passes to", "Passes from"], stop: ["Stops from", "Stops to"] },
  }[band];
  return (
    <>
      <EdgeFields spec={spec} name="pass" words={words.pass} />
      <EdgeFields spec={spec} name="stop" words={words.stop} />
      <Ripple spec={spec} />
      <Attenuation spec={spec} />
      {spec.type === "window" && (
        <ChoiceField
          label="Window"
          choices={WINDOWS.map((value) => ({ value, text: WINDOW_NAMES[value] }))}
          value={("window" in spec && spec.window) || "kaiser"}
          onChange={(window) => edit(spec, { window: window === "kaiser" ? undefined : window })}
        />
      )}
    </>
  );
}

const WINDOW_NAMES = {
  rectangular: "rectangular",
  hann: "Hann",
  hamming: "Hamming",
  blackman: "Blackman",
  flattop: "flat-top",
  kaiser: "Kaiser",
} as const;

const LONGEST: Partial<Record<FilterType, number>> = {
  bessel: 25,
  window: MOST_LISTED_TAPS,
  "least-squares": MOST_TAPS,
  remez: MOST_TAPS,
};

export function LengthField({ spec }: { spec: Of<"order"> | Of<"length"> }) {
  const name = "order" in spec ? "order" : "length";
  const value = "order" in spec ? spec.order : spec.length;
  const most = LONGEST[spec.type] ?? 64;
  return (
    <QuantityField
      label={name === "order" ? "Order" : "Length"}
      description={
        name === "order"
          ? "Poles of the low-pass prototype. Band-pass and band-stop filters have twice as many."
          : "Number of taps."
      }
      unit={name === "order" ? "" : "taps"}
      min={1}
      max={most}
      step={1}
      integer
      value={value}
      onChange={(next) => edit(spec, { [name]: next })}
      slider={{ min: 1, max: name === "order" ? 24 : 301 }}
    />
  );
}

/** Fields of the cut-off frequencies and the other parameters of a family or a window. */
export function CutoffFields({ spec }: { spec: Of<"cutoff"> }) {
  return (
    <>
      <EdgeFields spec={spec} name="cutoff" words={isBand(spec.cutoff) ? ["From", "To"] : ["Cutoff"]} />
      {"ripple" in spec && spec.ripple !== undefined && <Ripple spec={spec} />}
      {"attenuation" in spec && spec.attenuation !== undefined && <Attenuation spec={spec} />}
      {spec.type === "bessel" && (
        <ChoiceField
          label="Norm"
          description="Definition of the cut-off: half of the total phase, the delay at frequency 0, or a gain of −3 dB."
          choices={BESSEL_NORMS.map((value) => ({ value, text: BESSEL_NAMES[value] }))}
          value={spec.norm ?? "phase"}
          onChange={(norm) => edit(spec, { norm: norm === "phase" ? undefined : norm })}
        />
      )}
      {spec.type === "window" && <WindowFields spec={spec} />}
    </>
  );
}

const BESSEL_NAMES = { phase: "by phase", delay: "by delay", mag: "by −3 dB" } as const;

function WindowFields({ spec }: { spec: Extract<FilterSpec, { type: "window"; length: number }> }) {
  const window = spec.window ?? (spec.beta === undefined ? "hamming" : "kaiser");
  return (
    <>
      <ChoiceField
        label="Window"
        choices={WINDOWS.map((value) => ({ value, text: WINDOW_NAMES[value] }))}
        value={window}
        onChange={(next) => edit(spec, { window: next, beta: next === "kaiser" ? (spec.beta ?? 6) : undefined })}
      />
      {window === "kaiser" && (
        <QuantityField
          label="β"
          description="Shape of the Kaiser window: 0 is rectangular. Larger values lower the side lobes and widen the main lobe."
          unit=""
          min={0}
          max={30}
          step={0.1}
          value={spec.beta ?? 6}
          onChange={(beta) => edit(spec, { window, beta })}
        />
      )}
    </>
  );
}

/** Fields of the gain of zeros and poles. */
export function GainFields({ spec }: { spec: Extract<FilterSpec, { type: "zeros-poles" }> }) {
  const { gain, frequency, level = 1, rate: _, ...points } = spec;
  const rated = spec.rate === undefined ? {} : { rate: spec.rate };
  const held = frequency !== undefined;
  const view = useFilters(({ designed }) => designed.view);
  return (
    <>
      <ChoiceField
        label="Gain"
        description="The constant factor of H(z), or the gain at one frequency, which stays fixed while points move."
        choices={[
          { value: "held", text: "held at …" },
          { value: "factor", text: "a factor" },
        ]}
        value={held ? "held" : "factor"}
        onChange={(choice) =>
          editDesign(choice === "held" ? byHand(view) : { ...points, ...rated, gain: view?.gain ?? 1 })
        }
      />
      {held ? (
        <>
          <Frequency spec={spec} label="Held at" value={frequency} at={(next) => ({ frequency: next })} />
          <QuantityField
            label="|H| there"
            unit=""
            min={1e-9}
            max={1e9}
            step={0.1}
            value={level}
            onChange={(next) => edit(spec, { level: next })}
          />
        </>
      ) : (
        <QuantityField
          label="Factor"
          unit=""
          min={-1e12}
          max={1e12}
          step={0.1}
          value={gain ?? 1}
          onChange={(next) => edit(spec, { gain: next })}
        />
      )}
      <p className="field-note">
        Move the points in the plane: drag them, use the arrow keys, or type numbers below it.
      </p>
    </>
  );
}

/** The audio rate that a design gets first. */
const USUAL_RATE = 48_000;

/** Field of the sample rate; without one, frequencies are in units of the Nyquist frequency. */
export function RateField({ spec }: { spec: FilterSpec }) {
  const { rate } = spec;
  if (rate === undefined) {
    return (
      <p className="field-note">
        Frequencies are in units of half the sample rate.{" "}
        <Button look="link" onClick={() => editDesign(atRate(spec, USUAL_RATE))}>
          Set a rate
        </Button>
      </p>
    );
  }
  return (
    <QuantityField
      label="Sample rate"
      description="Sample rate of every signal in this lab."
      unit="Hz"
      min={1e-3}
      max={1e12}
      step={rate >= 1000 ? 1000 : 1}
      value={rate}
      onChange={(next) => edit(spec, { rate: next })}
      check={(next) => refusalOf(changed(spec, { rate: next }))}
    />
  );
}
