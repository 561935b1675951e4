import { MADE_EXAMPLES, madeExample } from "#core/signals/examples.ts";
import type { GeneratorOptions } from "#core/signals/generator/options.ts";
import { describeFailure } from "../../elements/failure.ts";
import { worker } from "../engine.ts";
import { canOpen, isNewest, openFiles, type OpenRequest, requestOpening, useRecording } from "./recording.ts";
import { riddleExample } from "./riddles.ts";
import { making } from "./saving.ts";

export interface Example {
  /** Its name in a link. */
  name: string;
  title: string;
  about: string;
  /** How the generator makes it, in the worker. */
  made?: Partial<GeneratorOptions>;
  /** A made one has no annotations: its classes are to be found. */
  unlabelled?: boolean;
}

/** Small recordings. Those without `made` are part of the page: SigMF pairs in `public/examples/`. */
export const EXAMPLES: readonly Example[] = [
  {
    name: "six-signals",
    title: "Six signals",
    about: "OFDM, a chirp, FSK, PSK and a tone; made here, labelled",
    made: MADE_EXAMPLES["six-signals"],
  },
  {
    name: "qpsk-burst",
    title: "One QPSK burst",
    about: "20 dB; made here, labelled",
    made: MADE_EXAMPLES["qpsk-burst"],
  },
  {
    name: "fsk-burst",
    title: "One 2-FSK burst",
    about: "20 dB; its bits are in the annotation",
    made: MADE_EXAMPLES["fsk-burst"],
  },
  {
    name: "two-packets",
    title: "Two packets over three rays",
    about: "SOQPSK-TG, 14 dB, channel 1; its bits are known",
  },
  { name: "tone-and-chirps", title: "A tone, chirps and noise bursts", about: "annotated, at 433.92 MHz" },
  { name: "fm-stereo", title: "An FM station in stereo", about: "2.5 s of music at 98.5 MHz" },
  { name: "medium-wave", title: "Three AM stations", about: "3 s about 999 kHz, 48 kHz wide, 8 bits" },
  { name: "weak-tone-16-bits", title: "A weak tone, 16 bits", about: "85 dB below a strong one" },
  { name: "weak-tone-8-bits", title: "A weak tone, 8 bits", about: "the same signal: the weak tone is lost" },
];

/** Returns the example of a name; undefined if there is none. */
export const exampleNamed = (name: string) =>
  EXAMPLES.find((known) => known.name === name) ?? exerciseNamed(name) ?? riddleExample(name);

/** Returns the exercise of a name with a number: a made example with other bursts. No annotation names them. */
function exerciseNamed(text: string): Example | undefined {
  const found = madeExample(text);
  if (found?.number === undefined) return undefined;
  const { title, about } = EXAMPLES.find(({ name }) => name === found.name)!;
  return {
    name: text,
    title: `${title}, number ${found.number}`,
    about: about.replace(/;.*/, ""),
    made: found.options,
    unlabelled: true,
  };
}

/** Makes an example, or fetches it from the page's server, and opens it. */
export async function openExample(name: string): Promise<void> {
  if (!canOpen()) return;
  const request = requestOpening(name);
  const example = exampleNamed(name);
  if (example?.made) return openMade(example, example.made, request);
  try {
    const files = await Promise.all(
      ["sigmf-meta", "sigmf-data"].map(async (extension) => {
        const response = await fetch(`./examples/${name}.${extension}`);
        if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
        return new File([await response.blob()], `${name}.${extension}`);
      }),
    );
    if (isNewest(request)) await openFiles(files, {}, name, request);
  } catch (error) {
    if (!isNewest(request)) return;
    useRecording.setState({ failure: describeFailure("The example could not be fetched.", error) });
  }
}

/** Makes a recording in the worker, and opens it. */
function openMade(
  { name, title, unlabelled }: Example,
  options: Partial<GeneratorOptions>,
  request: OpenRequest,
): Promise<void> {
  return making(`Making “${title}”`, async (onProgress) => {
    const files = await worker.ask("signals", "make", name, options, !unlabelled, onProgress);
    // A newer request has ended it, not the person, so no message says that it was stopped.
    if (!isNewest(request)) return true;
    if (!files) return false;
    await openFiles(
      [new File([files.meta], `${name}.sigmf-meta`), new File([files.data], `${name}.sigmf-data`)],
      {},
      name,
      request,
    );
    return true;
  });
}
