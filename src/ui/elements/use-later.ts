import { useEffect, useState } from "react";

/**
 * Returns a value in the task after the one in which it has changed, so that neither task is long. Until then it returns the value
 * before, and `first` when the component appears. (Preact's useDeferredValue defers nothing.)
 */
export function useLater<Value>(value: Value, first: Value): Value {
  const [later, setLater] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value));
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
