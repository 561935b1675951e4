import { expect, test } from "@playwright/test";
import { fakeUsb } from "../src/worker/sources/testing.ts";
import { offerReceiver, openGraph } from "./graphs-radio.ts";

test("a recording survives a crash of the page: the next visit offers it, and it has every byte", async ({
  page,
  context,
}) => {
  const RATE = 250_000;
  await offerReceiver(page);
  const receive = [
    { id: "radio", type: "radio-source", parameters: { rate: RATE, frequency: 98.5e6 } },
    { id: "nothing", type: "null-sink", parameters: {} },
  ];
  await openGraph(page, receive);
  await page.locator('.react-flow__node[data-id="radio"]').click();
  const inspector = page.locator("#block-fields");
  await inspector.getByRole("button", { name: "Connect a radio" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await inspector.getByRole("button", { name: "Record" }).click();
  const stop = inspector.getByRole("button", { name: /^Stop recording/ });
  await expect(stop).toHaveText(/recording [2-9] s/);
  const shown = Number(/recording (\d+) s/.exec((await stop.textContent()) ?? "")?.[1]);
  const crashed = page.waitForEvent("crash");
  const session = await context.newCDPSession(page);
  session.send("Page.crash").catch(() => {});
  await crashed;

  const next = await context.newPage();
  await next.goto("./#convolution?v=1");
  await expect(
    next.getByText(/^radio_\d{8}_\d{6}_98\.500MHz was cut short\. It is kept in this browser\./),
  ).toBeVisible();
  const { bytes, name } = await next.evaluate(async () => {
    const kept = await (await navigator.storage.getDirectory()).getDirectoryHandle("kept");
    for await (const [id, folder] of kept.entries()) {
      const file = await (await (folder as FileSystemDirectoryHandle).getFileHandle("samples")).getFile();
      return { name: id, bytes: [...new Uint8Array(await file.arrayBuffer())] };
    }
    throw new Error("Nothing is kept");
  });
  expect(name).toMatch(/^recording-/);
  // At most the last second is missing. The number that was shown is rounded.
  expect(bytes.length / 2 / RATE).toBeGreaterThanOrEqual(shown - 1.5);
  // The receiver's bytes repeat. The recording began somewhere in them.
  const source = fakeUsb("RTL-SDR");
  const period = 130_073;
  const cycle = Buffer.from(Uint8Array.from({ length: 2 * period }, (_, place) => source.byteAt(place)));
  const start = cycle.indexOf(Buffer.from(bytes.slice(0, 64)));
  expect(start).toBeGreaterThanOrEqual(0);
  expect(bytes.findIndex((byte, i) => byte !== cycle[(start + i) % period])).toBe(-1);

  await next.getByRole("button", { name: "Open, save or delete" }).click();
  await next.getByRole("dialog", { name: "Storage" }).getByRole("button", { name: "Open" }).click();
  await expect(next).toHaveURL(/#recordings\?v=1/);
  await expect(next.getByRole("contentinfo")).toContainText(/radio_\d{8}_\d{6}_98\.500MHz: [\d\s]+ samples/);
});
