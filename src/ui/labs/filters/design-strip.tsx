import { nameOf } from "#core/filters/names.ts";
import type { FilterView } from "#core/filters/view.ts";
import { useWaiting } from "../../figures/attention.ts";
import { plain, si } from "../../format.ts";
import { useFilters } from "./store/filters.ts";
import { multiplicationsOf, passDelay, roundOffText } from "./verdicts.ts";

interface Fact {
  name: string;
  value: string;
  note?: string;
  title?: string;
  tone?: "danger" | "good";
}

/** The facts could tell the answer of a lecture's question. */
const HIDDEN: Fact = { name: "This filter’s numbers", value: "after your prediction" };

/** A strip of facts: type, order, stability, mask, delay, cost and predicted float32 noise. */
export function DesignStrip() {
  const { view, computing, refusal, stopped } = useFilters(({ designed }) => designed);
  const isWaiting = useWaiting();
  if (!view) return <div className="strip facts-strip" aria-busy={computing} />;
  return (
    <div
      className="strip facts-strip"
      role="region"
      aria-label="Filter summary"
      tabIndex={0}
      data-busy={refusal !== undefined || stopped || undefined}
    >
      <dl>
        {(isWaiting ? [HIDDEN] : factsOf(view)).map(({ name, value, note, title, tone }) => (
          <div key={name} className="strip-item" data-tone={tone} title={title}>
            <dt>{name}</dt>
            <dd>
              {value} {note && <span className="muted">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Predicted rounding noise above this, dB, is marked. */
const LOUD_DB = -40;

function factsOf(view: FilterView): Fact[] {
  const { spec, kind, order, coefficients, stability, roundOff, mask, rate } = view;
  const { least, most } = passDelay(view);
  const even = most - least < 0.05;
  const time = spec.rate === undefined ? "" : `, ${even ? "" : "≤\u00a0"}${si(most / rate, "s", 3)}`;
  const products = multiplicationsOf(view);
  const complex = coefficients === "complex";
  return [
    {
      name: "Filter",
      value: nameOf(spec),
      note: kind === "fir" ? `${order + 1} taps` : `order ${order}`,
    },
    stabilityFact(view),
    ...(mask ? [maskFact(mask)] : []),
    {
      name: "Delay",
      value: !stability.stable ? "–" : even ? plain(most, 4) : `${plain(least, 2)} … ${si(most, "", 3)}`,
      note: stability.stable ? `samples${time}` : undefined,
      title: "Group delay where the gain is within 3 dB of its maximum.",
    },
    {
      name: "Multiplications per sample",
      value: String(products),
      note: complex ? "complex" : undefined,
      title: kind === "fir" ? "One per tap. Symmetric taps could share multiplications." : "Five per section.",
    },
    {
      name: "float32 noise",
      value: roundOff ? roundOffText(roundOff.noiseDb) : "–",
      tone: roundOff && (roundOff.radius >= 1 || roundOff.noiseDb > LOUD_DB) ? "danger" : undefined,
      title: roundOff
        ? `Prediction for white noise at the input, relative to the output's power. Rounding the coefficients changes the output by ${roundOffText(roundOff.coefficientsDb)}.`
        : complex
          ? "No prediction for complex coefficients. The figures of the signal measure the error."
          : "No prediction for an unstable filter.",
    },
  ];
}

function stabilityFact({ kind, stability }: FilterView): Fact {
  const { stable, radius, verdict } = stability;
  if (kind === "fir" || radius === 0) return { name: "Stability", value: "stable", note: "no poles" };
  const distance = Number(Math.abs(1 - radius).toPrecision(2));
  const place = stable ? "inside" : distance === 0 ? "on the circle" : "outside";
  return {
    name: "Stability",
    value: stable ? "stable" : "unstable",
    note: distance > 0 ? `${plain(distance)} ${place}` : place,
    title: verdict,
    tone: stable ? "good" : "danger",
  };
}

function maskFact(mask: NonNullable<FilterView["mask"]>): Fact {
  const broken = mask.filter(({ kept }) => !kept);
  if (broken.length === 0) return { name: "Mask", value: "kept", tone: "good" };
  const where = broken.map(({ passes }) => (passes ? "pass band" : "stop band"));
  return { name: "Mask", value: "broken", note: [...new Set(where)].join(" and "), tone: "danger" };
}
