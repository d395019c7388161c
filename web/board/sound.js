// The sounds of wood on wood, made from noise and a few tones. Silent until somebody turns it on.

/** @typedef {"pick" | "place" | "slide" | "back" | "turn" | "win" | "end"} Name */

/** A knock is a short resonating noise; a tone rings. @typedef {{ at?: number, knock?: number, tone?: number, long: number, loud: number }} Part */

/** @type {Record<Name, readonly Part[]>} */
const SOUNDS = {
  pick: [{ knock: 1900, long: 0.04, loud: 0.25 }],
  place: [{ knock: 900, long: 0.09, loud: 0.7 }, { knock: 2600, long: 0.03, loud: 0.2 }],
  slide: [{ knock: 500, long: 0.16, loud: 0.3 }],
  back: [{ knock: 1200, long: 0.05, loud: 0.2 }],
  turn: [{ tone: 660, long: 0.25, loud: 0.16 }, { at: 0.09, tone: 880, long: 0.35, loud: 0.14 }],
  win: [{ tone: 523, long: 0.5, loud: 0.16 }, { at: 0.11, tone: 659, long: 0.5, loud: 0.15 }, { at: 0.22, tone: 784, long: 0.8, loud: 0.15 }],
  end: [{ tone: 440, long: 0.5, loud: 0.15 }, { at: 0.14, tone: 330, long: 0.7, loud: 0.14 }],
};

export class Sound {
  on = false;
  /** Made with the first sound: before a click a browser plays none. @type {AudioContext | null} */
  #context = null;
  /** @type {AudioBuffer | null} */
  #noise = null;

  /** @param {Name} name */
  play(name) {
    if (!this.on || typeof AudioContext === "undefined") return;
    const context = (this.#context ??= new AudioContext());
    context.resume().catch(() => {});
    for (const part of SOUNDS[name]) this.#sound(context, part);
  }

  /** @param {AudioContext} context @param {Part} part */
  #sound(context, { at = 0, knock, tone, long, loud }) {
    const start = context.currentTime + at;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loud, start + 0.004);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
    volume.connect(context.destination);
    const source = tone === undefined ? this.#knock(context, knock ?? 1000, volume) : this.#tone(context, tone, volume);
    source.start(start);
    source.stop(start + long + 0.02);
  }

  /** @param {AudioContext} context @param {number} pitch @param {AudioNode} into */
  #tone(context, pitch, into) {
    const source = context.createOscillator();
    source.type = "triangle";
    source.frequency.value = pitch;
    source.connect(into);
    return source;
  }

  /** @param {AudioContext} context @param {number} pitch @param {AudioNode} into */
  #knock(context, pitch, into) {
    const source = context.createBufferSource();
    source.buffer = this.#noise ??= hiss(context);
    const body = context.createBiquadFilter();
    body.type = "bandpass";
    body.frequency.value = pitch;
    body.Q.value = 4;
    source.connect(body).connect(into);
    return source;
  }
}

/** @param {AudioContext} context */
function hiss(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
