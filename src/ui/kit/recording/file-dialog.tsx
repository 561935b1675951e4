import { type InputHTMLAttributes, type ReactElement, useRef } from "react";

/**
 * The browser's file dialog behind a hidden input.
 *
 * @param take Called with the chosen files.
 * @returns The input, and a function that opens the dialog.
 */
export function useFileDialog(
  take: (files: File[]) => void,
  fields: InputHTMLAttributes<HTMLInputElement> & { "data-testid"?: string } = {},
): { input: ReactElement; ask(): void } {
  const input = useRef<HTMLInputElement>(null);
  return {
    ask: () => input.current?.click(),
    input: (
      <input
        {...fields}
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file may be chosen again.
          target.value = "";
          if (files.length > 0) take(files);
        }}
      />
    ),
  };
}
