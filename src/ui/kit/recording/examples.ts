import { canOpen, openFiles, useRecording } from "./recording.ts";
import { describeFailure } from "../../elements/failure.ts";

/** Small recordings that are part of the page: SigMF pairs in `public/examples/`. */
export const EXAMPLES = [
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
] as const;

/** Fetches an example from the page's server, and opens it. */
export async function openExample(name: string): Promise<void> {
  if (!canOpen()) return;
  try {
    const files = await Promise.all(
      ["sigmf-meta", "sigmf-data"].map(async (extension) => {
        const response = await fetch(`./examples/${name}.${extension}`);
        if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
        return new File([await response.blob()], `${name}.${extension}`);
      }),
    );
    await openFiles(files, {}, name);
  } catch (error) {
    useRecording.setState({ failure: describeFailure("The example could not be fetched.", error) });
  }
}
