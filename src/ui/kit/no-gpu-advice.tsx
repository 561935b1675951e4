import { Button } from "../elements/button.tsx";
import type { ReactNode } from "react";
import { browserOf } from "./browser.ts";
import { startGpu, type GpuStatus } from "./engine.ts";

/** Title and advice for each part that may be missing. */
const ADVICE: Readonly<Record<"api" | "adapter" | "device", { title: string; steps: readonly ReactNode[] }>> = {
  api: {
    title: "This browser has no WebGPU that Threeray can use",
    steps: [
      <>
        Use Chrome or Edge 127 or newer, Safari 26 or newer (macOS 26, iOS 26), or Firefox 141 or newer (Windows) or 145
        or newer (macOS on Apple silicon). Threeray is tested in Chrome only.
      </>,
      <>
        WebGPU needs a secure page: the address must begin with <code>https://</code> or <code>http://localhost</code>.
      </>,
      <>
        Chrome on Linux offers WebGPU on some GPUs only. Enable <code>chrome://flags/#enable-unsafe-webgpu</code> and
        restart the browser.
      </>,
    ],
  },
  adapter: {
    title: "WebGPU is available, but no GPU responds",
    steps: [
      <>
        Look at <code>chrome://gpu</code>: the line “WebGPU” gives the reason. Enable hardware acceleration in the
        browser’s settings under System.
      </>,
      <>Update the graphics driver, then restart the browser.</>,
      <>
        On Linux, start Chrome with <code>--enable-features=Vulkan --enable-unsafe-webgpu</code>. Without any GPU,{" "}
        <code>--use-webgpu-adapter=swiftshader</code> computes on the CPU, slowly but correctly.
      </>,
    ],
  },
  device: {
    title: "The GPU could not be opened",
    steps: [
      <>Close other pages that use the GPU, then try again.</>,
      <>Restart the browser. If the problem remains, update the graphics driver.</>,
    ],
  },
};

/** Says what is missing, which browser was found, and what to do. */
export function NoGpuAdvice({ missing, message }: Extract<GpuStatus, { available: false }>) {
  const { title, steps } = ADVICE[missing];
  return (
    <section className="no-gpu" role="alert" data-missing={missing}>
      <h2>{title}</h2>
      <p className="muted">
        {message} Found: {browserOf(navigator.userAgent)}, on {isSecureContext ? "a secure" : "an insecure"} page.
      </p>
      <ol>
        {steps.map((step, i) => (
          <li key={i}>{step}</li>
        ))}
      </ol>
      <p>
        You can still change settings and read the texts; the figures wait for a GPU. The same experiments run from a
        terminal: <code>npx threeray --help</code>.
      </p>
      <Button look="primary" onClick={startGpu}>
        Try again
      </Button>
    </section>
  );
}
