/** Arrays, untyped and typed. */
export const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !isList(value);

/** Whether two values are deeply equal; functions count as equal, because they hold no data. With "but values" lists of non-objects may hold other values, also more or fewer. */
export function alike(a: unknown, b: unknown, but?: "but values"): boolean {
  if (Object.is(a, b)) return true;
  if (isList(a) && isList(b)) {
    if (but && holdsValues(a) && holdsValues(b)) return true;
    if (a.length !== b.length) return false;
    return Array.prototype.every.call(a, (value, i) => alike(value, b[i], but));
  }
  if (typeof a === "function") return typeof b === "function";
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && alike(a[name], b[name], but));
}

/** True for a list that has items, none of which is an object. */
const holdsValues = (list: ArrayLike<unknown>) => list.length > 0 && !isRecord(list[0]);

/** Copies the lists of an alike object into `old`. */
export function takeLists(old: object, like: object): void {
  for (const [name, value] of Object.entries(like)) {
    const own = (old as Record<string, unknown>)[name];
    if (isList(value)) Object.assign(old, { [name]: value });
    else if (isRecord(value) && isRecord(own)) takeLists(own, value);
  }
}
