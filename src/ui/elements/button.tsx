import type { ComponentProps } from "react";
import type { IconName } from "./icon-paths.ts";
import { Icon } from "./icons.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  /** "primary" stands out, "quiet" has no frame, "link" is a part of a text. A button with only a drawing is quiet. */
  look?: "framed" | "primary" | "quiet" | "link";
  /** Its accessible name, for a button whose content does not name it. */
  label?: string;
  /** The key that does the same. The tooltip names it after the label. */
  keys?: string;
  /** A drawing before its text, or in place of one. */
  icon?: IconName;
}

/** A button. One that shows only a drawing has its name as tooltip. */
export function Button({ label, keys, icon, children, className, ...props }: ButtonProps) {
  const alone = icon && !children;
  const { look = alone ? "quiet" : "framed", ...button } = props;
  const classes = look === "link" ? ["link"] : ["button", look !== "framed" && look, alone && "icon"];
  return (
    <button
      type="button"
      className={[...classes, className].filter(Boolean).join(" ")}
      aria-label={label}
      title={keys ? `${label} (${keys})` : alone ? label : undefined}
      {...button}
    >
      {icon && <Icon name={icon} />}
      {icon && children && " "}
      {children}
    </button>
  );
}
