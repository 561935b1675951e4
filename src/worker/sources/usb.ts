/** A request on a device's control endpoint. */
interface ControlSetup {
  requestType: "vendor";
  recipient: "device";
  request: number;
  value: number;
  index: number;
}

type UsbStatus = "ok" | "stall" | "babble";

/** What this program uses of WebUSB; TypeScript's libraries do not have it. */
export interface UsbDevice {
  readonly vendorId: number;
  readonly productId: number;
  readonly manufacturerName?: string;
  readonly productName?: string;
  readonly configuration?: { readonly configurationValue: number } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  controlTransferOut(setup: ControlSetup, data?: ArrayBuffer): Promise<{ status?: UsbStatus }>;
  controlTransferIn(setup: ControlSetup, length: number): Promise<{ status?: UsbStatus; data?: DataView }>;
  transferIn(endpoint: number, length: number): Promise<{ status?: UsbStatus; data?: DataView }>;
  clearHalt(direction: "in" | "out", endpoint: number): Promise<void>;
}

export interface Usb {
  /** Devices that a person has allowed and that are connected. */
  getDevices(): Promise<UsbDevice[]>;
  /** Asks the person for a device: in a window, and after a click only. Rejects with NotFoundError if none is chosen. */
  requestDevice(options: { filters: readonly object[] }): Promise<UsbDevice>;
  addEventListener(type: "connect" | "disconnect", listener: () => void): void;
  removeEventListener(type: "connect" | "disconnect", listener: () => void): void;
}

/** The browser's WebUSB; undefined where it has none. */
export const usbOf = (navigator: unknown): Usb | undefined => (navigator as { usb?: Usb } | undefined)?.usb;

/** The receivers that Threeray can open: the kind of each vendor's product. */
export const RECEIVERS = [
  { kind: "RTL-SDR", vendorId: 0x0bda, productId: 0x2832 },
  { kind: "RTL-SDR", vendorId: 0x0bda, productId: 0x2838 },
  // HackRF One, Jawbreaker and rad1o.
  { kind: "HackRF", vendorId: 0x1d50, productId: 0x6089 },
  { kind: "HackRF", vendorId: 0x1d50, productId: 0x604b },
  { kind: "HackRF", vendorId: 0x1d50, productId: 0xcc15 },
] as const;

export type ReceiverKind = (typeof RECEIVERS)[number]["kind"];

/** A connected receiver that a person has allowed. */
export interface FoundReceiver {
  device: UsbDevice;
  kind: ReceiverKind;
}

/** Returns the receiver that Threeray opens: the first one of the browser's list; undefined when there is none. */
export async function findReceiver(usb: Usb): Promise<FoundReceiver | undefined> {
  for (const device of await usb.getDevices()) {
    const { vendorId, productId } = device;
    const known = RECEIVERS.find((one) => one.vendorId === vendorId && one.productId === productId);
    if (known) return { device, kind: known.kind };
  }
  return undefined;
}
