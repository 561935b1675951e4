import { useState } from "react";
import { useGpu } from "../../kit/engine.ts";
import { LABS } from "../../labs/registry.ts";
import { useLabName } from "../labs.ts";
import { pageLink } from "../page.ts";
import { useView } from "../view.ts";

/** The head of a printed page: lab, date, adapter, and the link that reproduces it with its seed. */
export function PrintHead() {
  const lab = LABS[useLabName()].title;
  const title = useView(({ page }) => page) ?? lab;
  const gpu = useGpu((state) => state.gpu);
  const adapter = gpu.state === "open" && gpu.available ? gpu.adapter.name : "no GPU";
  const [today] = useState(() => new Date().toLocaleDateString(undefined, { dateStyle: "long" }));
  const link = new URL(pageLink(), location.href).href;
  return (
    <header className="print-head">
      <p>
        <strong>Threeray: {title}</strong>
        <span>{today}</span>
        <span>{adapter}</span>
      </p>
      <p className="print-link">
        <a href={link}>{link}</a>
      </p>
    </header>
  );
}
