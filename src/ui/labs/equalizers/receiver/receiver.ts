import type { Receiver } from "../../../kit/recording/receivers.ts";
import { ReceiverCard } from "./receiver-card.tsx";
import { reception, takes } from "./reception.ts";

export const receiver: Receiver = { reception, takes, Card: ReceiverCard };
