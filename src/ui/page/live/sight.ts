/** Returns a function that says whether one of some figures is in sight now, and a function that ends this. */
export function watchSight(names: readonly string[]): { isAny(): boolean; end(): void } {
  const seen = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
    }
  });
  const observed = new WeakSet<Element>();
  return {
    isAny() {
      // Cards come and go: groups are folded, figures enlarged.
      for (const name of names) {
        const card = document.getElementById(name);
        if (!card || observed.has(card)) continue;
        observed.add(card);
        observer.observe(card);
      }
      return [...seen].some(({ isConnected }) => isConnected);
    },
    end: () => observer.disconnect(),
  };
}
