import { expect, it } from "vitest";
import { bash } from "./testing.ts";

it.each([
  ["there is no such program", "BROWSER=none-of-this-name"],
  ["it fails", "BROWSER=false"],
])("npm start prints the address if no browser can be opened: %s", async (_, setting) => {
  const script = `import { openPage } from "./scripts/open-page.mjs"; await openPage("http://localhost:4173/"); setTimeout(() => {}, 500);`;
  const { code, stdout, stderr } = await bash(`${setting} node --input-type=module -e '${script}'`);
  expect(stdout).toBe("No browser could be opened here. Open http://localhost:4173/ in Chrome.\n");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});
