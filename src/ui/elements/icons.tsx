import { ICONS, type IconName } from "./icon-paths.ts";

/** A 16-pixel line drawing. Its button has the accessible name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={ICONS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={name === "more" || name === "help" ? 1.8 : 1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
