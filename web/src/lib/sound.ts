import { settings } from "./settings.svelte";

/** Short synthesized sounds, off by default. */
type Sound = "move" | "turn" | "refuse" | "win";

/** Notes as [start in s, frequency in Hz, length in s]. */
const NOTES: Record<Sound, [number, number, number][]> = {
  move: [
    [0, 190, 0.05],
    [0.07, 160, 0.05],
  ],
  turn: [
    [0, 660, 0.09],
    [0.1, 880, 0.12],
  ],
  refuse: [[0, 140, 0.12]],
  win: [
    [0, 523, 0.14],
    [0.14, 659, 0.14],
    [0.28, 784, 0.14],
    [0.42, 1047, 0.4],
  ],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const audio = context;
  for (const [start, pitch, length] of NOTES[sound]) {
    const from = audio.currentTime + start;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, from);
    volume.gain.exponentialRampToValueAtTime(0.12, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length + 0.02);
  }
}
