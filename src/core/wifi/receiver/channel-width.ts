/** Width of a channel in MHz: 20 for 802.11a and g, 10 for 802.11p. */
export type ChannelWidth = 20 | 10;

export const CHANNEL_WIDTHS: readonly ChannelWidth[] = [20, 10];

/** The part of the channel's rate that its carriers fill, with room for frequency offsets. */
export const FILLED = 0.85;

/** Returns a sample rate as text. */
export const megasamples = (rate: number) => `${Number((rate / 1e6).toPrecision(7))} MS/s`;

/** Why a recording cannot hold 802.11 frames of a channel; undefined if it can. A rate that is not given counts as the channel's. */
export function channelRefusal(
  { title, complex, sampleRate }: { title: string; complex: boolean; sampleRate?: number },
  width: ChannelWidth,
): string | undefined {
  if (!complex) return `${title} has real samples. The 802.11 receiver takes complex samples, I and Q: record both.`;
  const least = FILLED * width * 1e6;
  if (sampleRate === undefined || sampleRate >= least) return undefined;
  return `${title} has ${megasamples(sampleRate)}. A channel of ${width} MHz needs at least ${megasamples(least)}: record it at a higher rate.`;
}
