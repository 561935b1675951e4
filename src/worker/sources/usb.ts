/** What this program uses of WebUSB; TypeScript's libraries do not have it. */
export interface UsbDevice {
  readonly vendorId: number;
  readonly productId: number;
  readonly manufacturerName?: string;
  readonly productName?: string;
  open(): Promise<void>;
  close(): Promise<void>;
  transferIn(endpoint: number, length: number): Promise<{ status?: "ok" | "stall" | "babble"; data?: DataView }>;
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

/** The receivers that Threeray can open: RTL-SDR. */
export const RECEIVERS = [
  { vendorId: 0x0bda, productId: 0x2832 },
  { vendorId: 0x0bda, productId: 0x2838 },
];
