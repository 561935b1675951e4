import { Button } from "../elements/button.tsx";
import { useRef } from "react";
import { LABS } from "../labs/registry.ts";
import { useGpu } from "../kit/engine.ts";
import { entryOf, LAB_NAMES, session, startOf, useLabName, useLeft, useShownLab } from "./labs.ts";
import { copy } from "../elements/copy.ts";
import { printPage } from "./keys.ts";
import { COURSE_LINK, type PageName } from "./url.ts";
import { nextTheme, togglePresent, useView } from "./view.ts";
import { THEME_NAMES } from "../elements/preferences.ts";
import { Icon } from "../elements/icons.tsx";

const PAGE_TITLES: Readonly<Record<PageName, string>> = { course: "Course", grading: "Grading" };

export function Bar() {
  const theme = useView((view) => view.theme);
  const sheet = useView((view) => view.sheet);
  const lab = useLabName();
  const { rail = "Scenario" } = useShownLab() ?? {};
  const { lectures } = entryOf(lab);
  const page = useView((view) => view.page);
  const title = page ? PAGE_TITLES[page] : LABS[lab].title;
  const present = useView((view) => view.present);
  const left = useLeft();
  const nav = useRef<HTMLElement>(null);
  const shared = () => {
    const file = page ? undefined : session()?.ownFile?.();
    const without = file === undefined ? "" : ` “${file}” is not in it: a recording stays on this computer.`;
    return `The link to this ${page === "course" ? "course" : page ? "page" : "scenario"} is in the clipboard.${without}`;
  };
  const share = () => copy(location.href, shared, "Copy the address instead.");
  return (
    <header className="bar">
      <a
        className="skip-link"
        href="#figures"
        onClick={(event) => {
          // The address holds the lab's link.
          event.preventDefault();
          document.getElementById("figures")?.focus();
        }}
      >
        Skip to the figures
      </a>
      <Button
        className="sheet-button"
        icon="sliders"
        label={rail}
        aria-expanded={sheet}
        aria-controls="rail"
        onClick={() => useView.setState({ sheet: !sheet })}
      />
      <h1 className="brand">
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M2 17.5H18" stroke="var(--edge)" strokeWidth="1.5" />
          <path d="M5 17V4M10 17V7.5M15 17v-4" stroke="currentColor" strokeWidth="1.8" />
          <circle cx="5" cy="4" r="2.2" fill="currentColor" />
          <circle cx="10" cy="7.5" r="2.2" fill="var(--blue)" />
          <circle cx="15" cy="13" r="2.2" fill="var(--amber)" />
        </svg>
        Threeray
      </h1>
      <Button look="quiet" className="labs-button" popoverTarget="labs" label={`Labs: ${title}`}>
        {title} <Icon name="down" />
      </Button>
      <nav aria-label="Labs" id="labs" popover="auto" ref={nav} onClick={() => nav.current?.hidePopover?.()}>
        {LAB_NAMES.map((name) => (
          <a
            key={name}
            href={present ? `${left[name] ?? startOf(name)}&present` : (left[name] ?? startOf(name))}
            aria-current={name === lab && !page ? "page" : undefined}
            onClick={(event) => name === lab && !page && event.preventDefault()}
          >
            {LABS[name].title}
          </a>
        ))}
        <a href={COURSE_LINK} aria-current={page === "course" ? "page" : undefined}>
          Course
        </a>
      </nav>
      <span className="spring" />
      <AdapterChip />
      {lectures && !page && (
        <Button
          look="quiet"
          className="lectures-button"
          icon="lectures"
          label="Lectures"
          aria-haspopup="dialog"
          onClick={() => useView.setState({ dialog: "lectures" })}
        >
          <span>Lectures</span>
        </Button>
      )}
      <Button
        className="present-button"
        icon="present"
        label="Presenter mode"
        aria-pressed={present}
        title="Large text for a class (p)"
        onClick={togglePresent}
      />
      <Button icon={theme} label={`Theme: ${THEME_NAMES[theme]}`} onClick={nextTheme} />
      <Button icon="share" label="Copy a link to this scenario" title="Copy the link" onClick={share} />
      <Button
        className="qr-button"
        icon="qr"
        label="QR code of this link"
        title="QR code of this link (q)"
        aria-haspopup="dialog"
        onClick={() => useView.setState({ dialog: "qr" })}
      />
      <Button
        className="print-button"
        icon="print"
        label="Print"
        title="Print these figures or save them as PDF (Ctrl+P)"
        onClick={() => void printPage()}
      />
      <Button icon="help" label="Help and keys" title="Help (?)" onClick={() => useView.setState({ dialog: "help" })} />
    </header>
  );
}

function AdapterChip() {
  const gpu = useGpu((state) => state.gpu);
  const open = () => useView.setState({ dialog: "adapter" });
  let text = "opening the GPU";
  let tone: string | undefined;
  if (gpu.state === "failed" || (gpu.state === "open" && !gpu.available)) [text, tone] = ["no GPU", "danger"];
  else if (gpu.state === "open" && gpu.available) {
    text = gpu.adapter.software ? "software adapter: timings hidden" : gpu.adapter.name;
    tone = gpu.adapter.software ? "warning" : "good";
  }
  return (
    <button type="button" className="chip" data-tone={tone} onClick={open} title="GPU in use">
      <span className="lamp" aria-hidden="true" />
      <span className="chip-text">{text}</span>
    </button>
  );
}
