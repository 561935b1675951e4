/** No file of Threeray is nested deeper than some 20 levels. Deeper values would exceed the stack where they are checked. */
const MOST_LEVELS = 200;
/** Characters that decoders make of bytes that are no text. */
const NO_TEXT = ["\0", "\uFFFD"];

/**
 * Returns the value of a JSON text.
 *
 * @throws SyntaxError for a text that is no JSON; RangeError for a value that is nested more than 200 levels deep.
 */
export function parseJsonText(text: string): unknown {
  if (isNestedDeeper(text, MOST_LEVELS)) {
    throw new RangeError(`it is nested more than ${MOST_LEVELS} levels deep`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message would quote the file's bytes.
    if (NO_TEXT.some((character) => text.includes(character))) throw new SyntaxError("it is not a text file");
    throw error;
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
