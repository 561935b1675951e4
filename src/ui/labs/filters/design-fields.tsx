import type { Field } from "#core/configuration/fields.ts";
import { field } from "#core/configuration/schema.ts";
import { WINDOWS } from "#core/filter-design/windows.ts";
import { BESSEL_NORMS } from "#core/filter-design/iir/bessel.ts";
import { type Edges, isBand } from "#core/filter-design/bands.ts";
import { MOST_TAPS } from "#core/filter-design/fir/band-gains.ts";
import {
  filterFields,
  type FilterSpec,
  type FilterType,
  type ListedPoint,
  type ListedSection,
  MOST_LISTED_TAPS,
} from "#core/filter-design/spec.ts";
import { Button } from "../../elements/button.tsx";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { frequencyStep } from "../../kit/fields/frequency-step.ts";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { SchemaField } from "../../kit/fields/schema-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { readPoints, writePoint } from "./complex-text.ts";
import { editDesign, designRefusal, useFilters } from "./store/filters.ts";
import { atRate, byHand, edgeNames } from "./specs.ts";
import { unitOf } from "./units.ts";

/** A copy of the design with some fields changed. */
const changed = (spec: FilterSpec, change: object) => ({ ...spec, ...change }) as FilterSpec;
const edit = (spec: FilterSpec, change: object) => editDesign(changed(spec, change));

const ABOUT_ORDER = "Poles of the low-pass prototype. Band-pass and band-stop filters have twice as many.";
const ABOUT_RIPPLE = "Largest difference of gains in the pass band.";
const ABOUT_ATTENUATION = "Smallest distance of the stop band below the largest gain of the pass band.";
const ABOUT_NORM = "Definition of the cut-off: half of the total phase, the delay at frequency 0, or a gain of −3 dB.";
const ABOUT_BETA =
  "Shape of the Kaiser window: 0 is rectangular. Larger values lower the side lobes and widen the main lobe.";
const ABOUT_SYMMETRY = "Even for frequency-selective filters, odd for Hilbert transformers and differentiators.";

type Limits = Parameters<typeof field.number>[2];
const decibels = (label: string, description: string, limits: Limits) =>
  field.number(label, description, { ...limits, unit: "dB" });

/** Fields that are a number or a choice. A link may have values outside these ranges. */
const FIELDS: Readonly<Record<string, Field>> = {
  order: field.whole("Order", ABOUT_ORDER, { default: 6, min: 1, max: 64 }),
  length: field.whole("Length", "Number of taps.", { default: 101, unit: "taps", min: 1, max: MOST_TAPS }),
  ripple: decibels("Ripple", ABOUT_RIPPLE, { default: 0.5, min: 0.001, max: 12, step: 0.1 }),
  attenuation: decibels("Attenuation", ABOUT_ATTENUATION, { default: 60, min: 1, max: 200, step: 1 }),
  norm: field.choice("Norm", ABOUT_NORM, BESSEL_NORMS, { default: "phase" }),
  window: field.choice("Window", "It shortens the ideal impulse response.", WINDOWS, { default: "kaiser" }),
  beta: field.number("β", ABOUT_BETA, { default: 6, min: 0, max: 30, step: 0.1 }),
  symmetry: field.choice("Symmetry", ABOUT_SYMMETRY, ["even", "odd"], { default: "even" }),
  gain: field.number("Factor", "The constant factor of H(z).", { default: 1, min: -1e12, max: 1e12, step: 0.1 }),
  level: field.number("|H| there", "The gain at this frequency.", { default: 1, min: 1e-9, max: 1e9, step: 0.1 }),
};

const LONGEST: Partial<Record<FilterType, number>> = { bessel: 25, window: MOST_LISTED_TAPS };
const SLIDERS: Readonly<Record<string, { min: number; max: number }>> = {
  order: { min: 1, max: 24 },
  length: { min: 1, max: 301 },
};
/** Texts of choices, where they differ from the names in a link. */
const CHOICES: Readonly<Record<string, string>> = {
  hann: "Hann",
  hamming: "Hamming",
  blackman: "Blackman",
  flattop: "flat-top",
  kaiser: "Kaiser",
  phase: "by phase",
  delay: "by delay",
  mag: "by −3 dB",
};

/** A field of the design that is typed as a list. */
interface List {
  label: string;
  description: string;
  /** The list of a typed text; undefined where an entry is not a number. */
  read(text: string): unknown;
  write(value: never): string;
  /** What to type. */
  wanted: string;
}

const numbers = {
  read(text: string) {
    const points = readPoints(text);
    return points?.every((point) => typeof point === "number") ? points : undefined;
  },
  write: (list: readonly number[]) => list.join(", "),
  wanted: "Type numbers, separated by commas",
};
const LISTS: Readonly<Record<string, List>> = {
  bands: { ...numbers, label: "Bands", description: "Start and end of each band, in rising order." },
  gains: { ...numbers, label: "Gains", description: "The gain at each of these edges." },
  weights: { ...numbers, label: "Weights", description: "The weight of the error in each band." },
  taps: {
    label: "Taps",
    description: "h(0), h(1), h(2) …; write complex taps as 0.5+0.2j.",
    read: readPoints,
    write: (list: readonly ListedPoint[]) => list.map(writePoint).join(", "),
    wanted: "Type numbers, separated by commas: 0.5, 0.5+0.2j",
  },
  sections: {
    label: "Sections",
    description: "b0, b1, b2, a1, a2 of each section, separated by semicolons; a0 is 1.",
    read(text) {
      const rows = text.split(";").filter((row) => row.trim() !== "");
      const read = rows.map(readPoints);
      return read.every((row) => row?.length === 5) ? read.map((row) => row!.toSpliced(3, 0, 1)) : undefined;
    },
    write: (list: readonly ListedSection[]) =>
      list.map((row) => row.toSpliced(3, 1).map(writePoint).join(", ")).join("; "),
    wanted: "Type five numbers per section, b0, b1, b2, a1, a2; complex ones as 0.5+0.2j",
  },
};

interface DesignFieldProps {
  spec: FilterSpec;
  name: string;
}

/** The fields of a design: those that its type has in the core, in the same order. */
export function DesignFields({ spec }: { spec: FilterSpec }) {
  const { byOrder, byMask } = filterFields[spec.type];
  const names = Object.keys("pass" in spec ? byMask! : byOrder);
  return (
    <>
      {spec.type === "zeros-poles" && <GainChoice spec={spec} />}
      {names
        .filter((name) => isShown(spec, name))
        .map((name) => (
          <DesignField key={name} spec={spec} name={name} />
        ))}
      {spec.type === "sections" && <p className="field-note">{LISTS.sections.description}</p>}
      {spec.type === "zeros-poles" && (
        <p className="field-note">
          Move the points in the plane: drag them, use the arrow keys, or type numbers below it.
        </p>
      )}
    </>
  );
}

/** Whether a field has an effect. */
function isShown(spec: FilterSpec, name: string): boolean {
  if (name === "beta") return valueOf(spec, "window") === "kaiser";
  if (spec.type !== "zeros-poles") return true;
  return (name === "gain") === (spec.frequency === undefined);
}

/** The value of a field, or what takes its place. */
function valueOf(spec: FilterSpec, name: string): unknown {
  const given = (spec as unknown as Record<string, unknown>)[name];
  if (given !== undefined) return given;
  if (name === "window" && spec.type === "window" && "length" in spec && spec.beta === undefined) return "hamming";
  if (name === "weights" && "gains" in spec) return spec.gains.filter((_, i) => i % 2 === 0).map(() => 1);
  return FIELDS[name].default;
}

function DesignField({ spec, name }: DesignFieldProps) {
  if (Object.hasOwn(LISTS, name)) return <ListField spec={spec} name={name} />;
  const words = edgeNames(spec, name);
  if (words) return <EdgeFields spec={spec} name={name} words={words} />;
  const own = FIELDS[name];
  if (!own) return null;
  const known = own.kind === "number" && SLIDERS[name] ? { ...own, max: LONGEST[spec.type] ?? own.max } : own;
  const change = (value: unknown): object => {
    if ("length" in spec && name === "window")
      return { window: value, beta: value === "kaiser" ? FIELDS.beta.default : undefined };
    if (name === "beta") return { window: "kaiser", beta: value };
    // Links leave out a choice that is the default.
    return { [name]: own.kind === "choice" && value === own.default ? undefined : value };
  };
  return (
    <SchemaField
      field={known}
      value={valueOf(spec, name)}
      text={(choice) => CHOICES[choice] ?? choice}
      slider={SLIDERS[name]}
      check={(text) => designRefusal(changed(spec, change(own.kind === "number" ? Number(text) : text)))}
      onChange={(value) => edit(spec, change(value))}
    />
  );
}

function ListField({ spec, name }: DesignFieldProps) {
  const { label, description, read, write, wanted } = LISTS[name];
  return (
    <div className="lists">
      <TextField
        label={name === "bands" && spec.rate !== undefined ? `${label} (Hz)` : label}
        description={description}
        value={write(valueOf(spec, name) as never)}
        check={(text) => (read(text) ? designRefusal(changed(spec, { [name]: read(text) })) : wanted)}
        onChange={(text) => edit(spec, { [name]: read(text) })}
      />
    </div>
  );
}

/** Fields of one frequency, or of a lower and an upper one. */
function EdgeFields({ spec, name, words }: DesignFieldProps & { words: readonly string[] }) {
  const { rate = 2 } = spec;
  const edges = valueOf(spec, name) as Edges;
  const all = [edges].flat();
  return all.map((value, i) => {
    const moved = (next: number) => ({ [name]: isBand(edges) ? all.with(i, next) : next });
    return (
      <QuantityField
        key={words[i]}
        label={words[i]}
        unit={unitOf(spec)}
        min={0}
        max={rate / 2}
        open
        step={frequencyStep(rate)}
        value={value}
        onChange={(next) => edit(spec, moved(next))}
        check={(next) => designRefusal(changed(spec, moved(next))) ?? crossing(spec, changed(spec, moved(next)))}
      />
    );
  });
}

/** An error where an edge would meet or pass another one: that would change the kind of band, for which there is a choice. */
function crossing(spec: FilterSpec, next: FilterSpec): string | undefined {
  const edges = "pass" in next ? [next.pass, next.stop].flat() : [];
  if (new Set(edges).size < edges.length)
    return "Two edges are equal, and a transition band must be between them. Enter another frequency.";
  return orderOf(spec) === orderOf(next)
    ? undefined
    : "The edges must keep their order. To get another kind of band, change “Band”.";
}

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

/** Whether the gain of zeros and poles is a factor, or is held at one frequency. */
function GainChoice({ spec }: { spec: Extract<FilterSpec, { type: "zeros-poles" }> }) {
  const { gain: _, frequency, level: __, ...points } = spec;
  const view = useFilters(({ designed }) => designed.view);
  return (
    <ChoiceField
      label="Gain"
      description="The constant factor of H(z), or the gain at one frequency, which stays fixed while points move."
      choices={[
        { value: "held", text: "held at …" },
        { value: "factor", text: "a factor" },
      ]}
      value={frequency === undefined ? "factor" : "held"}
      onChange={(choice) => editDesign(choice === "held" ? byHand(view) : { ...points, gain: view?.gain ?? 1 })}
    />
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
      check={(next) => designRefusal(changed(spec, { rate: next }))}
    />
  );
}
