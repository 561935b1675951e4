/** Longest wait, ms, for the browser to start audio. */
const PATIENCE_MS = 1000;

let context: AudioContext | undefined;

/** Starts the audio output, which all players share; returns why it cannot start, as a text, where it cannot. */
export async function openAudio(): Promise<AudioContext | string> {
  try {
    context ??= new AudioContext();
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([context.resume(), patience]);
    if (context.state === "running") return context;
    return "The browser blocks sound from this page. Allow sound, and press Play again";
  } catch (error) {
    return `This computer cannot play sound (${(error as Error).message})`;
  }
}
