/** Returns a function that computes a value when it is first called, and returns it again later. */
export function once<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => (known ??= { value: compute() }).value;
}
