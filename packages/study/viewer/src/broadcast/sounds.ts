/** Sounds of a match, made by the browser: a whistle, a crowd that is louder near the goals, and its cheers. No recordings. */

/** Length of the noise that is repeated, s. */
const NOISE_SECONDS = 3;
const CROWD_VOLUME = 0.05;
const NEAR_VOLUME = 0.14;

/** Plays sounds from the first call of {@link Sounds.start} on; browsers allow it after a click or a key. */
export class Sounds {
  #context: AudioContext | null = null;
  #crowd: GainNode | null = null;

  get isOn(): boolean {
    return this.#context !== null;
  }

  /** Starts the crowd. */
  start(): void {
    if (this.#context !== null) return;
    const context = new AudioContext();
    const noise = context.createBufferSource();
    noise.buffer = createNoise(context);
    noise.loop = true;
    // Voices of many: noise between 300 and 1200 Hz.
    const low = context.createBiquadFilter();
    low.type = 'bandpass';
    low.frequency.value = 620;
    low.Q.value = 0.7;
    const crowd = context.createGain();
    crowd.gain.value = CROWD_VOLUME;
    noise.connect(low).connect(crowd).connect(context.destination);
    noise.start();
    this.#context = context;
    this.#crowd = crowd;
  }

  /** Ends all sounds. */
  stop(): void {
    void this.#context?.close();
    this.#context = null;
    this.#crowd = null;
  }

  /** Makes the crowd louder with `excitement`, 0 to 1. */
  setExcitement(excitement: number): void {
    if (this.#context === null) return;
    const volume = CROWD_VOLUME + (NEAR_VOLUME - CROWD_VOLUME) * excitement;
    this.#crowd?.gain.setTargetAtTime(volume, this.#context.currentTime, 0.6);
  }

  /** Blows the whistle, `count` times. */
  whistle(count: number): void {
    const context = this.#context;
    if (context === null) return;
    for (let i = 0; i < count; i++) {
      const begin = context.currentTime + i * 0.45;
      const end = begin + (i === count - 1 ? 0.7 : 0.3);
      const volume = context.createGain();
      volume.gain.setValueAtTime(0, begin);
      volume.gain.linearRampToValueAtTime(0.11, begin + 0.02);
      volume.gain.setValueAtTime(0.11, end - 0.06);
      volume.gain.linearRampToValueAtTime(0, end);
      volume.connect(context.destination);
      // The pea of a whistle: two tones that beat.
      for (const frequency of [2650, 2688]) {
        const tone = context.createOscillator();
        tone.type = 'triangle';
        tone.frequency.value = frequency;
        tone.connect(volume);
        tone.start(begin);
        tone.stop(end);
      }
    }
  }

  /** The crowd cheers for some seconds. */
  cheer(): void {
    const context = this.#context;
    const crowd = this.#crowd;
    if (context === null || crowd === null) return;
    const now = context.currentTime;
    crowd.gain.cancelScheduledValues(now);
    crowd.gain.setTargetAtTime(0.5, now, 0.15);
    crowd.gain.setTargetAtTime(CROWD_VOLUME, now + 3.5, 1.4);
  }
}

function createNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, NOISE_SECONDS * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  return buffer;
}
