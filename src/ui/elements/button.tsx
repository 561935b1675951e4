import { type ComponentProps, type MouseEvent, useState } from "react";
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

const ignore = (event: MouseEvent) => event.preventDefault();

/**
 * A button. One that shows only a drawing has its name as tooltip. A disabled one stays focusable as long as it has the focus: browsers
 * take the focus from disabled elements, and the next Tab would begin at the top of the page.
 */
export function Button({ label, keys, icon, children, className, disabled, onFocus, onBlur, ...props }: ButtonProps) {
  const [isFocused, setFocused] = useState(false);
  const isHeld = disabled === true && isFocused;
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
      {...(isHeld ? { "aria-disabled": true, onClick: ignore } : { disabled })}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        onBlur?.(event);
      }}
    >
      {icon && <Icon name={icon} />}
      {icon && children && " "}
      {children}
    </button>
  );
}
