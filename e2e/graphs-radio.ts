import { expect, type Page } from "@playwright/test";
import type { Graph, GraphBlock } from "../src/core/flow/graph/graph.ts";
import { encodeGraph } from "../src/core/graphs/graph-link.ts";
import { fakeUsb } from "../src/worker/sources/testing.ts";
import { inWorker } from "./lab.ts";

/** Opens a graph of blocks in a row. */
export async function openGraph(
  page: Page,
  blocks: readonly Pick<GraphBlock, "id" | "type" | "parameters">[],
): Promise<void> {
  const graph: Graph = {
    format: "threeray flow",
    version: 1,
    variables: [],
    blocks: blocks.map((block, i) => ({ ...block, position: [220 * i, 0] })),
    connections: blocks.slice(1).map(({ id }, i) => ({ from: [blocks[i].id, "out"], to: [id, "in"] })),
  };
  await page.goto(`./#graphs?v=1&page=65536&graph=${await encodeGraph(graph)}`);
  await expect(page.locator(".react-flow__node")).toHaveCount(blocks.length);
}

/** The receivers that a test can plug in, as the window sees them. */
const RECEIVERS = {
  "RTL-SDR": { vendorId: 0x0bda, productId: 0x2838, productName: "RTL2838" },
  HackRF: { vendorId: 0x1d50, productId: 0x6089, productName: "HackRF One" },
};

/** Offers a receiver that sends a transfer each 25 ms. In the window, the person has to choose it first. */
export async function offerReceiver(page: Page, kind: keyof typeof RECEIVERS = "RTL-SDR", also = ""): Promise<void> {
  const receiver = `${also};Object.defineProperty(navigator, "usb", { value: (${fakeUsb.toString()})(
    ${JSON.stringify(kind)},
    () => undefined,
    () => new Promise((resolve) => setTimeout(resolve, 25)),
  ) });`;
  await inWorker(page, receiver);
  await page.addInitScript((offered) => {
    let chosen: object[] = [];
    const usb = {
      getDevices: async () => chosen,
      // As a browser's list does, this one holds what the filters name.
      requestDevice: async ({ filters }: { filters: { vendorId: number; productId: number }[] }) => {
        const fits = filters.some((one) => one.vendorId === offered.vendorId && one.productId === offered.productId);
        if (!fits) throw new DOMException("No device selected.", "NotFoundError");
        chosen = [offered];
      },
      addEventListener: () => {},
    };
    Object.defineProperty(navigator, "usb", { value: usb });
  }, RECEIVERS[kind]);
}
