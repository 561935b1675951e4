import { describe, expect, it } from "vitest";
import { stepWords } from "#core/lectures/words.ts";
import { inspectCodeword, codewordTrellis } from "#core/codes/turbo/experiment/codeword.ts";
import { TURBO, type TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import { AFF3CT_MAX_LOG, type PublishedRate } from "#core/codes/turbo/experiment/published.ts";
import { turboSweep } from "#core/codes/turbo/experiment/sweep.ts";
import { testGpu } from "#core/gpu/testing.ts";
import { crossingOf } from "#core/measurement/crossing.ts";
import { sweepToEnd } from "#core/measurement/testing.ts";
import { fixed, plain } from "../../format.ts";
import { decodeTurbo } from "./address.ts";
import { LECTURES } from "./lectures.ts";

const FIGURES = ["ber", "fer", "codeword", "exit", "loss", "throughput", "trellis"];

describe("Turbo lectures", () => {
  it("have unique names", () => {
    expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  });

  it.each(LECTURES.map((lecture) => [lecture.id, lecture.steps] as const))(
    "%s: every scenario is valid",
    (_, steps) => {
      for (const { scenario, figure } of steps) {
        expect(() => decodeTurbo(`#${scenario}`)).not.toThrow();
        expect(FIGURES).toContain(figure);
      }
    },
  );
});

const steps = LECTURES.flatMap(({ id, steps }) => steps.map((step, i) => ({ name: `${id}, step ${i + 1}`, ...step })));

/** What a step's figures show, and what they would show after a change. */
function seen(scenario: string) {
  const { config, inspection } = decodeTurbo(`#${scenario}`);
  const changed = (change: Partial<TurboExperiment>) => TURBO.parse({ ...config, ...change });
  const { ebn0Db, codeword, decoder, stage, stages } = inspection;
  const query = { ebn0Db, codeword, decoder };
  return {
    /** The codeword in view. */
    view: async (change: Partial<TurboExperiment> = {}, at = ebn0Db) =>
      inspectCodeword(await testGpu(), changed(change), { ...query, ebn0Db: at }),
    trellis: async () => codewordTrellis(await testGpu(), config, query, { from: stage, stages, iteration: 1 }),
    /** The sweep: points of a decoder, and the Eb/N0 at which its BER crosses the target. */
    async sweep(change: Partial<TurboExperiment> = {}) {
      const { results } = await sweepToEnd(turboSweep, changed(change));
      const of = (index: number) => results.filter((point) => point.decoder === index);
      return {
        at: (db: number, index = 0) => of(index).find((point) => point.ebn0Db === db)!,
        crossing: (index: number) => {
          const points = of(index).map(({ ebn0Db: db, ber }) => ({ ebn0Db: db, rate: ber }));
          return crossingOf(points, inspection.target).ebn0Db!;
        },
      };
    },
  };
}

type Seen = ReturnType<typeof seen>;
/** A claim: words that the text must contain, or a fact. */
type Claims = (string | boolean)[];

const percent = (rate: number | null, digits: number) => `${plain(100 * rate!, digits)} %`;
/** Whether a value that the text rounds is within half of its last digit. */
const about = (value: number, told: number, tolerance: number) => Math.abs(value - told) <= tolerance;

const published = (db: number) => AFF3CT_MAX_LOG.find((point) => point.ebn0Db === db)!;
/** By which factor the published rate falls from one Eb/N0 to the next. */
const fall = (from: number, to: number, of: (point: PublishedRate) => number = ({ ber }) => ber) =>
  of(published(from)) / of(published(to));

/** The claims of each step's text about its figures. */
const CLAIMS: Readonly<Record<string, (see: Seen) => Claims | Promise<Claims>>> = {
  "two-decoders-that-talk, step 1": async ({ view }) => [`and ${(await view()).errors[0]} are below the line`],
  "two-decoders-that-talk, step 2": async ({ view }) => {
    const { errors } = await view();
    return [
      `${errors[1]} bits are wrong after the first iteration, then ${errors[2]}, then ${errors[3]}, and none from the fourth on`,
      errors.slice(4).every((count) => count === 0),
    ];
  },
  "two-decoders-that-talk, step 4": async ({ view }) => {
    const { errors, information } = await view();
    const [zero, more] = [await view({}, 0), await view({}, 0.4)];
    return [
      `decoder 1 provides ${information.at(-1)!.first.toFixed(2)} bits`,
      `decoder 2 ${information.at(-1)!.second.toFixed(2)}.`,
      `${errors[0]} wrong bits have become ${errors.at(-1)}`,
      `With six iterations ${zero.errors.at(-1)} are still wrong at 0 dB`,
      `then ${(await view({ iterations: "16" }, -0.2)).errors.at(-1)} bits are wrong and none`,
      (await view({ iterations: "16" }, 0)).errors.at(-1) === 0,
      more.errors.at(-1) === 0,
    ];
  },
  "two-decoders-that-talk, step 5": async ({ sweep }) => {
    const { at } = await sweep();
    const more = await sweep({ iterations: "8", ebn0: "1" });
    return [
      `one iteration leaves ${percent(at(1.5, 0).ber, 1)}`,
      `two leave ${percent(at(1.5, 1).ber, 1)}`,
      `four leave ${percent(at(1.5, 2).ber, 1)}`,
      at(1.5, 3).errors === 0 && at(1.5, 3).bits === 51_200,
      `stays at ${percent(more.at(1).ber, 2)}`,
      percent(at(1, 3).ber, 2) === percent(more.at(1).ber, 2),
      `${more.at(1).frameErrors} codewords fail in place of ${at(1, 3).frameErrors}`,
    ];
  },
  "max-log, step 1": async ({ sweep }) => {
    const { crossing } = await sweep();
    return [about(crossing(0) - crossing(1), 0.4, 0.05)];
  },
  "max-log, step 2": async ({ sweep }) => {
    const { crossing } = await sweep();
    return [crossing(0) - crossing(1) < 0.2];
  },
  "max-log, step 4": async ({ trellis }) => {
    const { llr } = await trellis();
    const before = (await seen(steps.find(({ name }) => name === "max-log, step 3")!.scenario).trellis()).llr;
    return [1, 3].map((bit) => `for bit ${bit} from ${fixed(before[bit], 2)} to ${fixed(llr[bit], 2)}`);
  },
  "waterfall-and-floor, step 1": () => [
    about(published(0.4).ber, 9e-3, 5e-4) && about(published(0.7).ber, 5e-6, 5e-7),
    `by ${fall(0.4, 0.5).toFixed(0)}, by ${fall(0.5, 0.6).toFixed(0)} and by ${fall(0.6, 0.7).toFixed(0)}`,
    published(0.6).ber > 1e-5 && published(0.7).ber < 1e-5,
  ],
  "waterfall-and-floor, step 2": async ({ view }) => {
    const [{ errors }, weaker, longer] = [await view(), await view({}, 0.5), await view({ iterations: "7" }, 0.5)];
    return [
      `${errors[0]} of 6144 bits`,
      `${errors.slice(1, -1).join(", ")} and ${errors.at(-1)}`,
      `leaves ${weaker.errors.at(-1)} bits wrong`,
      longer.errors.at(-1) === 0,
    ];
  },
  "waterfall-and-floor, step 3": async ({ sweep }) => {
    const { at } = await sweep();
    const longer = await sweep({ length: 512, windows: "8", codewords: 100, ebn0: "1.5" });
    return [
      `from ${percent(at(0).ber, 2)} to`,
      at(3).ber! < 1e-3,
      `about ${at(3).frameErrors} codewords of 500`,
      longer.at(1.5).frameErrors === 0,
    ];
  },
  "waterfall-and-floor, step 4": () => [
    `${fall(0.7, 0.8).toFixed(0)}-fold`,
    `only ${fall(0.9, 1).toFixed(1)}-fold`,
    `there is ${(published(1).fer * 1e5).toFixed(1)} × 10⁻⁵`,
  ],
  "windows, step 2": async ({ view }) => {
    const [{ errors }, fewer] = [await view(), await view({ windows: "8" })];
    return [
      `${errors[1]} bits are wrong after the first iteration, compared with ${fewer.errors[1]} for 8 windows`,
      `${errors.at(-1)} bits are wrong; with 8 windows none`,
      fewer.errors.at(-1) === 0,
    ];
  },
  "windows, step 3": async ({ sweep }) => {
    const { crossing } = await sweep();
    const loss = [1, 2, 3].map((decoder) => crossing(decoder) - crossing(0));
    return [loss[0] < 0.05, about(loss[1], 0.15, 0.05), about(loss[2], 0.8, 0.05)];
  },
  "windows, step 4": async ({ sweep }) => {
    const { crossing } = await sweep();
    const loss = [2, 3].map((decoder) => crossing(decoder) - crossing(0));
    return [loss[0] < 0.05, loss[1] < 0.3];
  },
  "when-to-stop, step 1": async ({ view }) => {
    const { errors } = await view();
    return [
      `has ${errors[0]} wrong bits as received, ${errors[1]} after one iteration and none after two`,
      errors[2] === 0,
    ];
  },
  "when-to-stop, step 2": async ({ sweep }) => {
    const [{ at }, all] = [await sweep(), await sweep({ stop: "none", ebn0: "0.5" })];
    return [
      `${at(0).meanIterations!.toFixed(1)} at 0 dB and ${at(3).meanIterations!.toFixed(1)} at 3 dB`,
      `at 0.5 dB ${at(0.5).frameErrors} codewords of 100 fail in place of ${all.at(0.5).frameErrors}`,
    ];
  },
  "when-to-stop, step 3": async ({ sweep }) => {
    const { at } = await sweep();
    return [`${at(1).meanIterations!.toFixed(1)} iterations at 1 dB and ${at(3).meanIterations!.toFixed(1)} at 3 dB`];
  },
  "puncturing, step 1": async ({ sweep }) => {
    const [{ at }, full] = [await sweep(), await sweep({ rate: "1/3", ebn0: "1" })];
    return [
      `At 1 dB ${at(1).frameErrors} codewords of 100 fail, compared with ${full.at(1).frameErrors} for`,
      at(2).frameErrors === 0,
    ];
  },
  "puncturing, step 2": async ({ sweep }) => {
    const { at } = await sweep();
    const fails = [3, 4, 5].map((db) => at(db).frameErrors);
    return [`At 3 dB ${fails[0]} codewords of 100 fail, at 4 dB ${fails[1]}, and at 5 dB ${fails[2]}.`];
  },
  "puncturing, step 3": async ({ view }) => {
    const { errors } = await view();
    return [
      `${errors[0]} bits are wrong as received, ${errors[1]} after one iteration, then none`,
      errors.slice(2).every((count) => count === 0),
    ];
  },
  "puncturing, step 4": async ({ view }) => {
    const { errors } = await view();
    return [`${errors[0]} of 512 bits are wrong`, `${errors.at(-1)} remain wrong`];
  },
};

describe.runIf(process.env.THREERAY_SLOW)("the numbers of the Turbo lectures (THREERAY_SLOW)", () => {
  it.each(Object.keys(CLAIMS))("%s", async (name) => {
    const { scenario, ...step } = steps.find((step) => step.name === name)!;
    for (const claim of await CLAIMS[name](seen(scenario))) {
      if (typeof claim === "string") expect(stepWords(step)).toContain(claim);
      else expect(claim).toBe(true);
    }
  });
});
