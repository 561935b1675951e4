import { classify } from "../classification/classify.ts";
import type { FoundSignal } from "../detection.ts";
import { cutBurst } from "../finding/burst.ts";
import type { Searchable } from "../finding/source.ts";
import { measureBurst } from "../measuring/measure-burst.ts";
import type { KnownBurst } from "./decoder.ts";

/** Cuts, measures and classifies a found signal. @throws CaptureError when the file has become shorter. */
export async function knownBurst(recording: Searchable, found: FoundSignal): Promise<KnownBurst> {
  const burst = await cutBurst(recording, found);
  const measured = measureBurst(burst);
  return { burst, signal: { ...measured, ...classify(burst, measured) } };
}
