import { say } from "../elements/notices.ts";

/** Said once: the next change of the page tries again. */
const UNCHANGED = "The browser did not take the new address, so it does not hold the last changes.";

/**
 * Puts a link into the address. Browsers refuse addresses that are too long, and too many changes in a short time: the
 * page continues, and says so.
 */
export function replaceAddress(link: string, target: Pick<History, "replaceState"> = history): void {
  try {
    target.replaceState(null, "", link);
  } catch (error) {
    say(`${UNCHANGED} ${(error as Error).message.replace(/\.?$/, ".")}`, "warning");
  }
}
