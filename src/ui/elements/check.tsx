import { type ReactNode, useReducer } from "react";

interface CheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  title?: string;
  className?: string;
  children: ReactNode;
}

/** A check box with its text. */
export function Check({ checked, onChange, disabled, title, className = "", children }: CheckProps) {
  // A box that was clicked in vain is drawn again, as it is.
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  return (
    <label className={`check ${className}`.trim()} title={title}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => {
          onChange(target.checked);
          redraw();
        }}
      />
      {children}
    </label>
  );
}
