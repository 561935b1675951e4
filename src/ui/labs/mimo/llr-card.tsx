import type { DetectorLlrs, LlrHistogram } from "#core/mimo/experiment/detector-llrs.ts";
import { fixed, plain } from "../../format.ts";
import { LlrHistograms } from "./charts/llr-histograms.tsx";
import { useAttention } from "../../figures/attention.ts";
import { styleAmong, useLlrs } from "./llrs.ts";
import { LLR_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";

export const LlrCard = liveCard({
  name: "llrs",
  title: "Distribution of LLRs",
  width: "full",
  lesson: LLR_LESSON,
  look: "LLRs of the bits sent as 1 (filled) and as 0 (dashed). An LLR on the wrong side of 0 is a wrong bit. Bars at the clipping limit are bits without a second hypothesis, or with a larger LLR.",
  sketch: "humps",
  useData({ page, live }) {
    const highlight = useAttention((state) => state.highlight);
    const llrs = useLlrs();
    return page && llrs && { page, llrs, highlight, own: live?.own.page?.look.llrs };
  },
  summary: ({ llrs }) => describe(llrs),
  table: ({ llrs }) => ({
    columns: ["detector", "outer iteration", "LLR from", "LLR to", "bits sent 0", "bits sent 1"],
    rows: llrs.flatMap(({ detector, outer, histogram: { edges, zeros, ones } }) =>
      zeros.map((count, i) => [detector, outer, edges[i], edges[i + 1], count, ones[i]]),
    ),
  }),
  draw: ({ page, llrs, highlight, own }, summary) => (
    <>
      <LlrHistograms
        label={`LLRs by detector. ${summary}`}
        reach={own && Math.max(...own.map(({ histogram }) => histogram.edges.at(-1)!))}
        panels={llrs.map(({ histogram, ...receiver }) => ({
          ...histogram,
          ...styleAmong(llrs, receiver),
          note: `${wrongShare(histogram)} wrong`,
          faded: highlight !== undefined && highlight !== receiver.detector,
        }))}
      />
      <p className="caveat">
        At {fixed(page.look.snrDb, 1)} dB. The LLR axis is linear up to about 4 and logarithmic beyond. Areas in each
        panel are shares. The largest 2 % of LLRs count to the outer bins.
      </p>
    </>
  ),
});

/** The share of bits whose LLR has the wrong sign; a bin across zero counts half. */
function wrongShare({ edges, zeros, ones }: LlrHistogram): string {
  let [wrong, all] = [0, 0];
  for (const [i, zero] of zeros.entries()) {
    const right = Math.min(1, Math.max(0, edges[i + 1] / (edges[i + 1] - edges[i])));
    wrong += zero * right + ones[i] * (1 - right);
    all += zero + ones[i];
  }
  return `${plain((100 * wrong) / all, 2)} %`;
}

const describe = (llrs: readonly DetectorLlrs[]) =>
  `${llrs
    .map(({ histogram, ...receiver }) => {
      const { short } = styleAmong(llrs, receiver);
      return `${short}: ${wrongShare(histogram)} of the bits wrong, 98 % of LLRs within ±${plain(histogram.edges.at(-1)!, 2)}`;
    })
    .join("; ")}.`;
