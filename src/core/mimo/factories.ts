import { owning } from "../gpu/owning.ts";
import { sequence } from "../gpu/timing.ts";
import type { Detector, DetectorConfig, SquareDetectorConfig } from "./detector.ts";
import { createKBestDetector } from "./k-best.ts";
import { createLinearDetector } from "./linear.ts";
import { createMaxLogDetector } from "./max-log.ts";
import { createMmsePicDetector } from "./mmse-pic.ts";
import { createQr } from "./qr.ts";
import { type DetectorName, detectors } from "./registry.ts";
import { createReordering } from "./reordering.ts";
import { createSorting } from "./sorting.ts";
import { createTrellisDetector } from "./trellis.ts";

type Create<Config> = (device: GPUDevice, config: Config) => Promise<Detector>;

/**
 * Creates a detector of the registry. All take the same configuration, with as many receive antennas as streams or more.
 * Detectors of the same channel uses, and runs of a detector with other priors, share one reduction where the caller
 * creates a {@link createQr} for N > M receive antennas, and gives them `factor` as `channel` and `rotated` as `received`.
 *
 * @throws RangeError when a size is out of range, or when the detector takes no priors and gets some.
 */
export const createDetector: Readonly<Record<DetectorName, Create<DetectorConfig>>> = {
  zf: reducing("zf", (device, config) => createLinearDetector(device, { ...config, criterion: "zf" })),
  mmse: reducing("mmse", (device, config) => createLinearDetector(device, { ...config, criterion: "mmse" })),
  "mmse-pic": reducing("mmse-pic", createMmsePicDetector),
  "one-pass": reducing("one-pass", (device, config) => createTrellisDetector(device, { ...config, passes: "one" })),
  kbest: reducing("kbest", sorting(createKBestDetector)),
  mtt: reducing("mtt", (device, config) => {
    const method = { passes: "multiple", extended: config.sorting === "v-blast" } as const;
    return sorting((_, sorted) => createTrellisDetector(device, { ...sorted, ...method }))(device, config);
  }),
  "max-log": reducing("max-log", createMaxLogDetector),
};

/**
 * Puts a sorting of the columns in front of a detector that begins with the last one, where the configuration asks for it. Priors
 * follow the columns, and the LLRs return to their streams.
 */
function sorting(create: Create<SquareDetectorConfig>): Create<SquareDetectorConfig> {
  return async (device, { sorting: kind = "none", ...config }) => {
    if (kind === "none") return create(device, config);
    const { prior, skipped } = config;
    return owning(device, async ({ keep }) => {
      const sort = await keep(createSorting(device, { ...config, sorting: kind }));
      const { channel, order } = sort;
      const to = { ...config, order, skipped };
      const priors = prior && (await keep(createReordering(device, { ...to, llr: prior, to: "columns" })));
      const detector = await keep(create(device, { ...config, channel, prior: priors?.llr }));
      const ordered = await keep(createReordering(device, { ...to, llr: detector.llr, to: "streams" }));
      const stages = [sort, priors, detector, ordered].filter((stage) => stage !== undefined);
      const again = priors && detector.again && sequence(detector.label, [priors.again, detector.again, ordered.again]);
      const setNoiseVariance = (noiseVariance: number) => {
        sort.setNoiseVariance(noiseVariance);
        detector.setNoiseVariance(noiseVariance);
      };
      return { ...sequence(detector.label, stages), llr: ordered.llr, again, setNoiseVariance };
    });
  };
}

/** Puts y = Hs + w → z = Rs + w′ in front of a detector of as many receive antennas as streams, where there are more. */
function reducing(name: DetectorName, create: Create<SquareDetectorConfig>): Create<DetectorConfig> {
  return async (device, { receiveAntennas, ...config }) => {
    if (config.prior && !detectors[name].priors) throw new RangeError(`mimo: ${name} takes no priors`);
    if ((receiveAntennas ?? config.antennas) === config.antennas) return create(device, config);
    return owning(device, async ({ keep }) => {
      const {
        factor: channel,
        rotated: received,
        ...qr
      } = await keep(createQr(device, { ...config, receiveAntennas }));
      const detector = await keep(create(device, { ...config, channel, received }));
      return { ...detector, ...sequence(detector.label, [qr, detector]) };
    });
  };
}
