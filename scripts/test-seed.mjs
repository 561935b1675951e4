// The seed of the property tests (fast-check). Its default comes from the files of the commit: every change tries fresh inputs, and
// every run on the same files tries the same inputs, also after a rebase.
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";

const DIGITS = 7;
const WITHOUT_GIT = 20_261_122;

/** Returns a seed of 28 bits. `chosen` is THREERAY_SEED: an integer, `random`, or nothing for the files' seed. */
export function testSeed(chosen = process.env.THREERAY_SEED, tree = headTree()) {
  if (!chosen) return tree ? Number.parseInt(tree.slice(0, DIGITS), 16) : WITHOUT_GIT;
  if (chosen === "random") return randomInt(16 ** DIGITS);
  const seed = Number(chosen);
  if (Number.isInteger(seed) && Math.abs(seed) < 2 ** 31) return seed;
  throw new RangeError(`THREERAY_SEED must be an integer of 32 bits or “random”, got ${chosen}`);
}

function headTree() {
  try {
    return execFileSync("git", ["rev-parse", "HEAD^{tree}"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}
