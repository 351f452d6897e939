// A short tone for a stone, and a chord for the end of a game. The page synthesizes both.

/** @import { Match } from "./match.js" */

/** @type {Record<number, number>} */
const STONE = { 1: 392, 2: 330 }; // Hz: G for X, E for O
/** @type {Record<string, number[]>} */
const ENDS = { won: [392, 494, 587], drawn: [392, 440], lost: [330, 277] };
const LENGTH = 0.16, APART = 0.11; // seconds
const LOUD = 0.12; // volume; 1 is full

export class Sound {
	constructor() {
		this.audio = new AudioContext();
	}

	/**
	 * Play the sound of the last move or of the end of a match. A person without a side hears every win alike.
	 * @param {Match} match
	 */
	hear({ game, rules, result, twoPeople, watching }) {
		if (result && result !== "drawn" && (twoPeople || watching)) this.play(ENDS.won);
		else this.play(result ? ENDS[result] : [STONE[rules.markAt(game.position, game.moves[game.ply - 1] % rules.cells)]]);
	}

	/**
	 * Play tones in sequence. Each begins and ends without a click.
	 * @param {number[]} tones
	 */
	play(tones) {
		const { audio } = this;
		audio.resume();
		tones.forEach((frequency, at) => {
			const begin = audio.currentTime + at * APART;
			const tone = new OscillatorNode(audio, { type: "triangle", frequency });
			const gain = new GainNode(audio, { gain: 0 });
			gain.gain.setValueAtTime(0, begin);
			gain.gain.linearRampToValueAtTime(LOUD, begin + 0.01);
			gain.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
			tone.connect(gain).connect(audio.destination);
			tone.start(begin);
			tone.stop(begin + LENGTH);
		});
	}
}
