import { parseJsonText } from "../../configuration/json-text.ts";

/** What JSON writes otherwise: texts, tuples, True, False and None, a comma before a closing bracket, the L of Python 2's integers. */
const DIFFERENT = /[ub]?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|[()]|,(?=\s*[)\]}])|\b(?:True|False|None)\b|(?<=\d)L/gs;
const JSON_TEXTS: Readonly<Record<string, string>> = { "(": "[", ")": "]", True: "true", False: "false", None: "null" };

/**
 * Returns the value of a Python literal as NumPy writes it: dictionaries with texts as keys, lists, tuples, texts, numbers, True,
 * False and None. Undefined for any other text.
 */
export function pythonLiteral(text: string): unknown {
  const json = text.replace(DIFFERENT, (token, quoted?: string) =>
    quoted === undefined ? (JSON_TEXTS[token] ?? "") : JSON.stringify(quoted.slice(1, -1).replaceAll(/\\(.)/gs, "$1")),
  );
  try {
    return parseJsonText(json);
  } catch {
    return undefined;
  }
}
