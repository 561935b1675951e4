/** A value of Python: a dictionary is a Map, a tuple and a list are arrays, and None is null. */
export type PythonValue = string | number | boolean | null | PythonValue[] | Map<string, PythonValue>;

const MOST_DEPTH = 16;

/**
 * Returns the value of a Python literal as NumPy writes it: dictionaries with texts as keys, lists, tuples, texts, numbers, True,
 * False and None. Undefined for any other text.
 */
export function pythonLiteral(text: string): PythonValue | undefined {
  const token = /\s*(?:([[\](){},:])|[ub]?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|([-+.\w]+))/y;
  let [next, end] = [token.exec(text), 0];
  const advance = () => {
    // A failed match sets lastIndex to 0.
    end = token.lastIndex;
    next = token.exec(text);
  };
  const takes = (mark: string) => {
    if (next?.[1] !== mark) return false;
    advance();
    return true;
  };

  function value(depth: number): PythonValue {
    if (!next || depth > MOST_DEPTH) throw new SyntaxError("no literal");
    const [, mark, quoted, word] = next;
    advance();
    if (quoted !== undefined) return quoted.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
    if (word !== undefined) return wordOf(word);
    if (mark === "{") return pairs(depth + 1);
    if (mark === "[") return items("]", depth + 1).list;
    if (mark !== "(") throw new SyntaxError("no literal");
    const { list, commas } = items(")", depth + 1);
    return list.length === 1 && commas === 0 ? list[0] : list;
  }

  function items(closing: string, depth: number): { list: PythonValue[]; commas: number } {
    const list: PythonValue[] = [];
    let commas = 0;
    while (!takes(closing)) {
      if (list.length > commas) throw new SyntaxError("no literal");
      list.push(value(depth));
      if (takes(",")) commas++;
    }
    return { list, commas };
  }

  function pairs(depth: number): Map<string, PythonValue> {
    const map = new Map<string, PythonValue>();
    while (!takes("}")) {
      const key = value(depth);
      if (typeof key !== "string" || !takes(":")) throw new SyntaxError("no literal");
      map.set(key, value(depth));
      if (!takes(",") && next?.[1] !== "}") throw new SyntaxError("no literal");
    }
    return map;
  }

  try {
    const whole = value(0);
    return next === null && text.slice(end).trim() === "" ? whole : undefined;
  } catch {
    return undefined;
  }
}

const WORDS: Readonly<Record<string, boolean | null>> = { True: true, False: false, None: null };

/** Python 2 writes an L behind long integers. */
function wordOf(word: string): boolean | number | null {
  if (Object.hasOwn(WORDS, word)) return WORDS[word];
  const number = Number(word.replace(/L$/, ""));
  if (Number.isNaN(number)) throw new SyntaxError("no literal");
  return number;
}
