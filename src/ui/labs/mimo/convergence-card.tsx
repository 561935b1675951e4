import type { MimoExperiment } from "#core/mimo/experiment/experiment.ts";
import type { MimoLook } from "#core/mimo/experiment/look.ts";
import { Empty } from "../../figures/sketch.tsx";
import { fixed, rate } from "../../format.ts";
import { Chart, errorRateAxis } from "../../figures/chart.tsx";
import { editMimo } from "./store.ts";
import { DETECTORS, styleOf } from "./detectors.ts";
import { CONVERGENCE_LESSON } from "./lessons.ts";
import { liveCard, NoLook } from "./live-card.tsx";
import { Button } from "../../elements/button.tsx";

type Convergence = NonNullable<MimoLook["convergence"]>;

export const ConvergenceCard = liveCard({
  name: "convergence",
  title: "Decoder convergence",
  width: "roomy",
  lesson: CONVERGENCE_LESSON,
  look: "Bit error rate after each iteration of the decoder. Better LLRs converge faster; below the threshold none do.",
  useData: ({ page }) => page?.look.convergence && { ...page, curves: page.look.convergence },
  summary: ({ config, curves }) => describe(config, curves),
  table: ({ config, curves }) => ({
    columns: ["detector", "iteration", "BER", "FER"],
    rows: curves.flatMap((points, i) =>
      points.map(({ iteration, ber, fer }) => [config.detectors[i], iteration, ber, fer]),
    ),
  }),
  draw({ config, look, curves }, summary) {
    const last = Math.max(...curves.map((points) => points[points.length - 1].iteration));
    const rates = curves.flatMap((points) => points.map(({ ber }) => ber)).filter((ber) => ber > 0);
    return (
      <>
        <Chart
          label={`Bit error rate by iteration. ${summary}`}
          x={{
            title: "Iterations",
            range: [0.5, last + 0.5],
            step: last > 20 ? 5 : last > 8 ? 2 : 1,
            more: { tick0: 1 },
            read: (x) => `After ${x} iterations`,
          }}
          y={errorRateAxis("Bit error rate", Math.min(1e-2, ...rates))}
          curves={curves.map((points, i) => {
            const { short, colour, symbol, of } = styleOf(config.detectors[i]);
            return {
              name: short,
              of,
              colour,
              symbol,
              size: 8,
              x: points.map(({ iteration }) => iteration),
              y: points.map(({ ber }) => ber || null),
              says: points.map(({ iteration, ber, fer }) => `${iteration}: ${rate(ber)}<br>FER ${rate(fer)}`),
            };
          })}
          nearest
        />
        <p className="caveat">At {fixed(look.snrDb, 1)} dB; a curve ends where all bits are correct.</p>
      </>
    );
  },
  missing({ page }) {
    if (!page) return <NoLook sketch="falling" />;
    return (
      <Empty sketch="falling">
        <p>Without a code the decoder has nothing to do. </p>
        <Button onClick={() => editMimo({ code: "wimax-2304-1/2" })}>Use LDPC 2304</Button>
      </Empty>
    );
  },
});

const describe = ({ detectors }: MimoExperiment, curves: Convergence) =>
  `${curves
    .map((points, i) => {
      const [first, last] = [points[0], points[points.length - 1]];
      const clean = points.find(({ ber }) => ber === 0);
      const end = clean ? `no error after ${clean.iteration}` : `${rate(last.ber)} after ${last.iteration}`;
      return `${DETECTORS[detectors[i]].short}: ${rate(first.ber)} after 1 iteration, ${end}`;
    })
    .join("; ")}.`;
