/** Seconds of sound that fit the ring. More is left out and counted. */
const MOST_SECONDS = 6;
/** Seconds of sound that wait at first, beside one and a half chunks. */
const LEAST_SECONDS = 0.04;
/** Longest wait after underruns, s. */
const MOST_WAIT = 2;
/** Growth of the wait after an underrun. */
const GROWTH = 1.5;
/** Largest change of speed: 0.5 % is a tenth of a semitone. */
const MOST_BEND = 0.005;
/** Change of speed per second of sound too much or too little. */
const BEND = 0.02;
/** Seconds over which the amount of waiting sound is averaged. */
const SMOOTHING = 3;
/** Sound that waits beyond what the chunks need is skipped if it is more than this, s: a slider is heard that much later. */
const MOST_EXCESS = 0.2;
/** The shortest of the last 8 chunks counts: after a delay, several pages come as one chunk. */
const CHUNKS = 8;
/** Duration of fades around a gap, s: a sudden end clicks. */
const FADE = 0.005;

export interface AudioRingStatus {
  /** Gaps because no sound was there in time. */
  underruns: number;
  /** Seconds of sound that were left out because too much waited: after a delay, the newest sound is heard. */
  skipped: number;
  /** Seconds of sound that wait. */
  waiting: number;
  /** Largest magnitude since the last status. */
  peak: number;
}

/**
 * Sound between a graph, which brings it in chunks, and a loudspeaker, which takes it at its own clock. It begins
 * when enough waits, and bends its speed a little where the two clocks differ. After an underrun it waits for more. It
 * skips what comes in a burst after a delay, so that the sound follows the graph.
 */
export interface AudioRing {
  /** @param samples Channels in turn. */
  push(samples: Float32Array): void;
  /** Fills the outputs, one for each channel. */
  pull(outputs: readonly Float32Array[]): void;
  status(): AudioRingStatus;
}

/** @param rate Samples/s of the sound and of the loudspeaker. */
export function createAudioRing(channels: number, rate: number): AudioRing {
  const size = Math.ceil(MOST_SECONDS * rate);
  const rings = Array.from({ length: channels }, () => new Float32Array(size));
  /** Samples written; place of reading, with a fraction. */
  let [written, place] = [0, 1];
  let wait = LEAST_SECONDS * rate;
  /** Samples of the last chunks, and what may wait without being skipped. */
  const chunks: number[] = [];
  let enough = wait;
  let average = 0;
  let speed = 1;
  let isPlaying = false;
  /** Samples of the fade-in so far, and samples left of the fade-out. */
  let faded = 0;
  let leaving: number | undefined;
  let [hasBegun, isSkipping] = [false, false];
  let [underruns, skipped, peak] = [0, 0, 0];
  const fade = Math.ceil(FADE * rate);

  /** The value between samples: a cubic through the two before and the two behind. */
  function valueAt(ring: Float32Array, at: number): number {
    const whole = Math.floor(at);
    const t = at - whole;
    const b = ring[whole % size];
    if (t === 0) return b;
    const [a, c, d] = [ring[(whole - 1) % size], ring[(whole + 1) % size], ring[(whole + 2) % size]];
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  }

  function bend(samples: number): void {
    const waiting = written - place;
    average += (waiting - average) * Math.min(1, samples / (SMOOTHING * rate));
    if (average > enough + MOST_EXCESS * rate && waiting > enough + MOST_EXCESS * rate) {
      [isSkipping, leaving] = [true, fade];
      return;
    }
    const aim = 0.75 * wait;
    const excess = Math.abs(average - aim) < wait / 4 ? 0 : (average - aim) / rate;
    speed = 1 + Math.max(-MOST_BEND, Math.min(MOST_BEND, BEND * excess));
    // Whole places again: samples are then played as they are.
    if (speed === 1) place = Math.round(place);
  }

  return {
    push(samples) {
      const count = samples.length / channels;
      chunks.push(count);
      if (chunks.length > CHUNKS) chunks.shift();
      const needed = 1.5 * Math.min(...chunks) + LEAST_SECONDS * rate;
      wait = Math.max(wait, Math.min(MOST_WAIT * rate, needed));
      enough = Math.max(wait, needed);
      // One sample before the place of reading is still needed.
      if (written + count - place > size - 4) {
        skipped += count / rate;
        return;
      }
      for (let n = 0; n < count; n++) {
        const at = (written + n) % size;
        for (let channel = 0; channel < channels; channel++) rings[channel][at] = samples[n * channels + channel];
      }
      written += count;
    },
    pull(outputs) {
      const { length } = outputs[0];
      if (!isPlaying && written - place >= wait) {
        [isPlaying, faded, average, speed] = [true, 0, 0.75 * wait, 1];
        place = Math.max(1, Math.round(place));
        // The newest sound is heard. What came before the first sound is no loss.
        const excess = Math.floor(written - place - enough);
        const isLate = excess > LEAST_SECONDS * rate;
        if (isLate) place += excess;
        if (isLate && hasBegun) skipped += excess / rate;
        hasBegun = true;
      }
      if (!isPlaying) {
        for (const output of outputs) output.fill(0);
        return;
      }
      // The cubic needs two samples behind the last place.
      const there = (written - 3 - place) / speed;
      if (leaving === undefined && there < length + fade) leaving = fade;
      const count = Math.min(length, leaving ?? length);
      for (const [channel, output] of outputs.entries()) {
        const ring = rings[Math.min(channel, channels - 1)];
        for (let n = 0; n < count; n++) {
          const gain = Math.min(1, (faded + n) / fade, leaving === undefined ? 1 : (leaving - n) / fade);
          const value = valueAt(ring, place + n * speed) * gain;
          output[n] = value;
          peak = Math.max(peak, Math.abs(value));
        }
        output.fill(0, count);
      }
      place += count * speed;
      faded = Math.min(fade, faded + count);
      if (leaving === undefined) return bend(length);
      leaving -= count;
      if (leaving > 0) return;
      [isPlaying, leaving] = [false, undefined];
      if (isSkipping) {
        isSkipping = false;
        return;
      }
      underruns++;
      wait = Math.min(MOST_WAIT * rate, GROWTH * wait);
      enough = Math.max(wait, enough);
    },
    status() {
      const now = { underruns, skipped, waiting: Math.max(0, (written - place) / rate), peak };
      peak = 0;
      return now;
    },
  };
}
