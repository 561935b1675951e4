import { useMemo, useRef } from "react";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { fixed } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import { ExitChart } from "./charts/exit-chart.tsx";
import { codeword, useTurbo } from "./store.ts";
import { decoderStyles } from "./decoders.ts";
import { EXIT_LESSON } from "./lessons.ts";
import { NoCodeword } from "./no-codeword.tsx";
import { shownIteration } from "./codeword-card.tsx";

export function ExitCard() {
  const { config, iteration } = useTurbo();
  const { view, computing } = useLive(codeword);
  const picture = useRef<Picture>(null);
  const styles = useMemo(() => decoderStyles(config), [config]);
  const summary = view && describe(view.information);
  return (
    <FigureCard
      name="exit"
      title="EXIT chart"
      lesson={EXIT_LESSON}
      look="Each decoder’s output is the other’s input. The stairs climb to the corner, where all bits are known, or stop where the decoders add no information."
      summary={summary}
      busy={computing && view !== undefined}
      picture={picture}
      table={
        view &&
        (() => ({
          columns: ["iteration", "from decoder 1 (bits per bit)", "from decoder 2 (bits per bit)"],
          rows: view.information.map(({ first, second }, i) => [i + 1, first, second]),
        }))
      }
    >
      {view ? (
        <ExitChart
          label={`EXIT chart: mutual information that the decoders exchange. ${summary}`}
          information={view.information}
          iteration={shownIteration(view, iteration)}
          colour={styles[view.query.decoder]?.colour ?? styles[0].colour}
          picture={picture}
        />
      ) : (
        <NoCodeword sketch="stairs" />
      )}
    </FigureCard>
  );
}

function describe(information: readonly { first: number; second: number }[]): string {
  const last = information[information.length - 1];
  return `After ${information.length} iterations decoder 1 provides ${fixed(last.first, 3)} bits of information per bit, decoder 2 ${fixed(last.second, 3)}.`;
}
