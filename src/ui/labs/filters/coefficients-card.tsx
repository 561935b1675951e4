import { Button } from "../../elements/button.tsx";
import type { ExportName } from "#core/filters/export.ts";
import type { FilterView } from "#core/filters/view.ts";
import { DataTable } from "../../figures/data-table.tsx";
import { FigureCard } from "../../figures/card.tsx";
import { download } from "../../figures/download.ts";
import type { Table } from "../../figures/table.ts";
import { useFilters } from "./store/filters.ts";

/** The card of taps or sections, as numbers and as files. */
export function CoefficientsCard() {
  const { view, computing } = useFilters(({ designed }) => designed);
  const table = view && tableOf(view);
  return (
    <FigureCard
      name="coefficients"
      title="Coefficients"
      lesson={async () => (await import("./lessons.ts")).COEFFICIENTS_LESSON}
      look={
        view?.kind === "fir"
          ? "Each output sample is the sum of the last input samples, each multiplied by its tap."
          : `Second-order sections ${view?.spec.type === "sections" ? "in the order given" : "in the order with the least float32 noise"}. Each section’s output is the next one’s input.`
      }
      summary={view && describe(view)}
      busy={computing && view !== undefined}
      table={table && (() => table)}
    >
      {view && table && (
        <>
          <DataTable className="coefficients" label="Coefficients" table={table} digits={DIGITS} />
          <div className="exports" role="group" aria-label="The filter as a file">
            {(Object.keys(EXPORT_TITLES) as ExportName[]).map((name) => (
              <Button key={name} title={EXPORT_TITLES[name].about} onClick={() => void save(name, view)}>
                {EXPORT_TITLES[name].title}
              </Button>
            ))}
            <span className="muted">The files hold all digits.</span>
          </div>
        </>
      )}
    </FigureCard>
  );
}

/** Digits of a coefficient in the table: five columns fit in a card. */
const DIGITS = 6;

/** The buttons' texts; the code that writes the files is loaded on demand. */
const EXPORT_TITLES: Readonly<Record<ExportName, { title: string; about: string }>> = {
  json: { title: "JSON", about: "Design, coefficients, zeros and poles" },
  c: { title: "C", about: "Coefficients and a function that filters with them, C99" },
  numpy: { title: "NumPy", about: "A script that needs only NumPy" },
  scipy: { title: "SciPy", about: "A script that also designs the filter with SciPy and compares both" },
};

async function save(name: ExportName, view: FilterView): Promise<void> {
  const { EXPORTS, fileName } = await import("#core/filters/export.ts");
  const { type, write } = EXPORTS[name];
  download(fileName(name, view), write(view), type);
}

function tableOf({ taps, complexTaps, sections, complexSections }: FilterView): Table {
  if (taps) return { columns: ["n", "h(n)"], rows: Array.from(taps, (tap, n) => [n, tap]) };
  if (complexTaps) {
    const rows = Array.from({ length: complexTaps.length / 2 }, (_, n) => [
      n,
      complexTaps[2 * n],
      complexTaps[2 * n + 1],
    ]);
    return { columns: ["n", "Re h(n)", "Im h(n)"], rows };
  }
  if (complexSections) {
    return {
      columns: ["section", "coefficient", "re", "im"],
      rows: complexSections.flatMap(({ b, a }, k) =>
        [...b, ...a].map(({ re, im }, i) => [k + 1, ["b0", "b1", "b2", "a1", "a2"][i], re, im]),
      ),
    };
  }
  return {
    columns: ["section", "b0", "b1", "b2", "a1", "a2"],
    rows: sections!.map(([b0, b1, b2, , a1, a2], k) => [k + 1, b0, b1, b2, a1, a2]),
  };
}

function describe({ kind, order, coefficients, symmetry, sections, complexSections }: FilterView): string {
  const complex = coefficients === "complex" ? " with complex coefficients" : "";
  if (kind === "iir") return `${(sections ?? complexSections!).length} second-order sections${complex}.`;
  const mirrored = {
    even: ", symmetric: its phase is linear",
    odd: ", antisymmetric: its phase is linear plus 90°",
  };
  return `${order + 1} taps${complex}${symmetry ? mirrored[symmetry] : ""}.`;
}
