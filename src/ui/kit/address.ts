import type { StoreApi } from "zustand";

/** An address that was read. */
export interface ReadAddress {
  /** Its fragment in the form of `LabSession.address`: fields in order, without defaults. */
  address: string;
  /** Applies it to the lab. */
  show(): void;
}

/** The states whose encoded form is kept: the one before a change, the one after it, and one that was read. */
const MOST_KNOWN = 4;

/**
 * Returns the address of a store that holds everything that an address reproduces. Each state is encoded once, and what
 * was read is not encoded again.
 *
 * @param fields The fields of the store that an address reproduces. Default: all.
 */
export function addressOfStore<State extends object>(
  store: Pick<StoreApi<State>, "getState" | "setState">,
  encode: (state: State) => string,
  decode: (fragment: string) => Partial<State>,
  fields: readonly (keyof State)[] = Object.keys(store.getState()) as never,
): { address(state?: State): string; read(fragment: string): ReadAddress } {
  const known: { state: State; address: string }[] = [];
  const remember = (state: State, address: string) => {
    known.unshift({ state, address });
    known.splice(MOST_KNOWN);
    return address;
  };
  return {
    address(now = store.getState()) {
      const same = known.find(({ state }) => fields.every((name) => state[name] === now[name]));
      return same?.address ?? remember(now, encode(now));
    },
    read(fragment) {
      const found = decode(fragment);
      const next = () => ({ ...store.getState(), ...found });
      const address = encode(next());
      const show = () => {
        const state = next();
        remember(state, address);
        store.setState(state, true);
      };
      return { address, show };
    },
  };
}
