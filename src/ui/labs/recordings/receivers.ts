import { type Receiver, type ReceiverSource, useReceivers } from "../../kit/recording/receivers.ts";

/** Fetches a receiver once. */
export async function fetchReceiver(source: ReceiverSource): Promise<Receiver> {
  const { receiver } = await source();
  useReceivers.setState(({ here }) => ({ here: here.includes(receiver) ? here : [...here, receiver] }));
  return receiver;
}

/** Calls back when receivers were fetched, and at each of their steps. */
export function onReceptions(changed: () => void): () => void {
  let ends: (() => void)[] = [];
  const leave = () => ends.forEach((end) => end());
  const follow = () => {
    leave();
    ends = useReceivers.getState().here.map(({ reception }) => reception.store.subscribe(changed));
  };
  follow();
  const end = useReceivers.subscribe(() => {
    follow();
    changed();
  });
  return () => {
    end();
    leave();
  };
}
