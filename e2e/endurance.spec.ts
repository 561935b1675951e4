import { expect, test } from "@playwright/test";
import { endure, GPU_COUNTER } from "./endurance.testing.ts";
import { inWorker } from "./lab.ts";

/** The minutes of the rounds, and the mean time between two lost devices in seconds, for example "60,20". */
const [MINUTES = 8, LOSS_SECONDS = 30] = (process.env.THREERAY_ENDURANCE ?? "").split(",").filter(Boolean).map(Number);

// The heap of a page holds machine code, too, which V8 makes of functions that run often: 0.2 MB per round for many rounds. Without
// its compilers the heap holds what the program keeps.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...launchOptions.args!, "--js-flags=--no-opt --no-maglev --no-sparkplug"] }),
});

test.skip(!process.env.THREERAY_SLOW, "Part of the slow suite: THREERAY_SLOW=1 runs it.");

// A second attempt would hide a leak that shows by chance.
test.describe.configure({ retries: 0 });

test(`${MINUTES} minutes of mixed work with lost devices keep memory, files, counts and recordings`, async ({
  page,
}) => {
  // The first rounds and the last one may take longer than the rest.
  test.setTimeout((MINUTES + 15) * 60_000);
  await inWorker(page, GPU_COUNTER);
  await page.goto("./");
  const { growth, losses, reported, faults } = await endure(page, {
    minutes: MINUTES,
    lossSeconds: LOSS_SECONDS,
    tell: (line) => console.log(line),
  });
  console.log(JSON.stringify({ growth, losses, reported }));
  expect(faults).toEqual([]);
});
