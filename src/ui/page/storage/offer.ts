import { keptFolder } from "../../../storage/folder.ts";

/** At the start of a visit: offers what a crash or a closed tab has cut. Browsers without storage offer nothing. */
export async function offerKept(): Promise<void> {
  for await (const _ of (await keptFolder()).keys()) {
    const { offerCut } = await import("./kept.ts");
    return offerCut();
  }
}
