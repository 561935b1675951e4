import type { Code } from "#core/codes/code.ts";
import { type CodeFamily, CODES } from "#core/codes/registry.ts";
import { MIMO } from "#core/mimo/experiment/experiment.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { refusalOf } from "../../kit/fields/fields-of.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { editMimo, useMimo } from "./store.ts";

/** Codes that differ in length only. */
interface Series {
  /** Their names, with # for the length. */
  pattern: string;
  family: CodeFamily;
  text: string;
  codes: readonly Code[];
}

/** Most lengths in a list. */
const MOST_LENGTHS = 40;

/** Short names of the families. */
const SHORT: Readonly<Record<string, string>> = {
  turbo: "LTE Turbo",
  ldpc: "802.16e LDPC",
  "nr-ldpc": "5G NR LDPC",
  convolutional: "Convolutional",
  generators: "Convolutional 5, 7",
};

const patternOf = (name: string) => name.replace(/\d+/, "#");

/** The codes of the registry, in families with equal rates. */
const SERIES: readonly Series[] = Object.entries<CodeFamily>(CODES).flatMap(([name, family]) => {
  const patterns = [...new Set(family.codes.map(({ name }) => patternOf(name)))];
  return patterns.map((pattern): Series => {
    const rate = /#-(.+)$/.exec(pattern)?.[1];
    const codes = family.codes.filter(({ name }) => patternOf(name) === pattern);
    const text = `${SHORT[name] ?? name}, rate ${rate?.toUpperCase() ?? rateText(codes)}`;
    return { pattern, family, text, codes };
  });
});

/** The rate of the longest code, as a fraction with a small denominator. */
function rateText(codes: readonly Code[]): string {
  const { information, length } = codes[codes.length - 1];
  const errorOf = (n: number) => Math.abs((n * information) / length - Math.round((n * information) / length)) / n;
  const denominator = [2, 3, 4, 5, 6].reduce((best, n) => (errorOf(n) < errorOf(best) - 1e-3 ? n : best));
  return `${Math.round((denominator * information) / length)}/${denominator}`;
}

/** The choice of a code: its family with a rate, then its length. */
export function CodeFields() {
  const { code } = useMimo((store) => store.config);
  const series = SERIES.find(({ codes }) => codes.some(({ name }) => name === code));
  const choose = (pattern: string) => {
    if (pattern === "none") editMimo({ code: "none" });
    const next = SERIES.find((one) => one.pattern === pattern);
    if (next) editMimo({ code: nearest(next.codes, lengthOf(code)).name });
  };
  return (
    <>
      <ChoiceField
        label="Code"
        description="The family and rate of the code, or uncoded bits."
        choices={[
          { value: "none", text: "none" },
          ...SERIES.map(({ pattern, family, text }) => ({ value: pattern, text, group: capital(family.title) })),
          ...(code !== "none" && !series ? [{ value: code, text: code }] : []),
        ]}
        value={series?.pattern ?? code}
        onChange={choose}
      />
      {series && (
        <ChoiceField
          label="Length"
          description="Coded bits per codeword."
          choices={thinned(series.codes, code).map(({ name, length }) => ({ value: name, text: `${length} bits` }))}
          value={code}
          onChange={(name) => editMimo({ code: name })}
        />
      )}
    </>
  );
}

/** The name of any code of the registry. */
export function CodeName() {
  const config = useMimo((store) => store.config);
  return (
    <TextField
      label="Code name"
      description={MIMO.fields.code.description}
      value={config.code}
      check={(code) => refusalOf(() => MIMO.parse({ ...config, code }))}
      onChange={(code) => editMimo({ code })}
    />
  );
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

/** The length of the current code, or the default's without one. */
function lengthOf(code: string): number {
  const all = SERIES.flatMap(({ codes }) => codes);
  return all.find(({ name }) => name === (code === "none" ? MIMO.defaults.code : code))?.length ?? 2304;
}

const nearest = (codes: readonly Code[], length: number) =>
  codes.reduce((best, code) => (Math.abs(code.length - length) < Math.abs(best.length - length) ? code : best));

/** Some of many codes, evenly on a logarithmic scale, with the current one. */
function thinned(codes: readonly Code[], current: string): readonly Code[] {
  if (codes.length <= MOST_LENGTHS) return codes;
  const [least, most] = [codes[0].length, codes[codes.length - 1].length];
  const wanted = Array.from({ length: MOST_LENGTHS }, (_, i) =>
    nearest(codes, least * (most / least) ** (i / (MOST_LENGTHS - 1))),
  );
  return codes.filter((code) => wanted.includes(code) || code.name === current);
}
