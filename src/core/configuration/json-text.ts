import { jsonFault } from "./json-fault.ts";

/** No file of Threeray is nested deeper than some 20 levels. Deeper values would exceed the stack where they are checked. */
const MOST_LEVELS = 200;

/**
 * Returns the value of a JSON text that a person gives.
 *
 * @param levels Deepest nesting.
 * @throws SyntaxError for a text that is no JSON; RangeError for a value that is nested deeper. Each message is a clause that begins
 *   with "it" or "in": what was found, and what JSON wants there.
 */
export function parseJsonText(text: string, levels = MOST_LEVELS): unknown {
  if (isNestedDeeper(text, levels)) {
    throw new RangeError(`it is nested more than ${levels} levels deep`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Each browser words its own message, and quotes the bytes of files that are no text.
    throw new SyntaxError(jsonFault(text), { cause });
  }
}

/** Whether the brackets of a JSON text, outside its strings, are open more than `most` levels deep anywhere. */
export function isNestedDeeper(text: string, most: number): boolean {
  let [depth, isString] = [0, false];
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (isString) {
      if (character === BACKSLASH) i++;
      else if (character === QUOTE) isString = false;
    } else if (character === QUOTE) isString = true;
    else if (character === OPEN_LIST || character === OPEN_OBJECT) {
      if (++depth > most) return true;
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((character) =>
  character.charCodeAt(0),
);
