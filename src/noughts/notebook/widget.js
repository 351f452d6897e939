// Draws the state that `widget.py` sends, and sends back what the user chose. It knows no rules.

/** @typedef {{ name: string, holds: string, free: boolean, x: number, y: number }} Place */
/** @typedef {{ do: string, label: string, ready: boolean, on: boolean | null }} Action */
/**
 * What is shown; `Shown` in widget_state.py describes the fields.
 * @typedef {object} Shown
 * @property {string} picture
 * @property {Place[]} places
 * @property {[number, number]} size
 * @property {Action[]} actions
 * @property {string} status
 * @property {string} score
 * @property {string} record
 * @property {string} note
 * @property {boolean} thinks
 * @property {boolean | null} dark
 * @property {boolean} follows
 */
/**
 * @typedef {object} Model
 * @property {(name: "shown") => Shown} get
 * @property {(content: object) => void} send
 * @property {(event: string, heard: () => void) => void} on
 * @property {(event: string, heard: () => void) => void} off
 */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * An element of a kind, with a class.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} kind
 */
function made(tag, kind) {
	const element = document.createElement(tag);
	element.className = kind;
	return element;
}

/** Whether the page is dark: JupyterLab and VS Code say so, elsewhere the system does. */
function isDark() {
	const { body } = document;
	if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false";
	if (body.dataset.vscodeThemeKind) return body.dataset.vscodeThemeKind.includes("dark");
	return matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * The place to which a key leads: the nearest one straight in that direction, or -1.
 * @param {Place[]} places
 * @param {number} from
 * @param {[number, number]} way
 */
function next(places, from, [across, down]) {
	const { x, y } = places[from];
	let found = -1;
	let least = Infinity;
	for (const [at, place] of places.entries()) {
		const ahead = (place.x - x) * across + (place.y - y) * down;
		const aside = Math.abs((place.x - x) * down) + Math.abs((place.y - y) * across);
		if (ahead > 1e-6 && aside < 1e-6 && ahead < least) [found, least] = [at, ahead];
	}
	return found;
}

/**
 * Shows the widget in an element. Returns a function that removes it.
 * @param {{ model: Model, el: HTMLElement }} given
 */
function render({ model, el }) {
	const root = made("div", "noughts");
	const board = made("div", "noughts-board");
	const picture = made("div", "noughts-picture");
	const cells = made("div", "noughts-cells");
	const actions = made("div", "noughts-actions");
	const status = made("p", "noughts-status");
	const note = made("p", "noughts-note");
	const score = made("p", "noughts-score");
	const record = made("code", "noughts-record");
	cells.setAttribute("role", "group");
	cells.setAttribute("aria-label", "Board");
	status.setAttribute("role", "status");
	note.setAttribute("role", "status");
	actions.setAttribute("role", "toolbar");
	actions.setAttribute("aria-label", "Game");
	board.append(picture, cells);
	root.append(status, board, actions, note, score, record);
	el.append(root);
	let waits = false; // for the answer to a message

	/** @param {object} content */
	function send(content) {
		if (waits) return;
		waits = true;
		root.setAttribute("aria-busy", "true");
		model.send(content);
	}

	/**
	 * The buttons of an element, after buttons are added or removed to make `count`.
	 * @param {HTMLElement} into
	 * @param {number} count
	 */
	function buttons(into, count) {
		while (into.childElementCount > count) into.lastElementChild?.remove();
		while (into.childElementCount < count) {
			const button = made("button", "");
			button.type = "button";
			into.append(button);
		}
		return /** @type {HTMLButtonElement[]} */ ([...into.children]);
	}

	/** @param {number} at */
	function chooseStop(at) {
		for (const [number, cell] of [...cells.children].entries()) {
			/** @type {HTMLElement} */ (cell).tabIndex = number === at ? 0 : -1;
		}
	}

	function draw() {
		const shown = model.get("shown");
		waits = shown.thinks;
		root.setAttribute("aria-busy", String(waits));
		picture.innerHTML = shown.picture;
		status.textContent = shown.status;
		note.textContent = shown.note;
		score.textContent = shown.score;
		record.textContent = shown.record;
		const same = cells.childElementCount === shown.places.length;
		for (const [at, cell] of buttons(cells, shown.places.length).entries()) {
			const { name, holds, free, x, y } = shown.places[at];
			cell.ariaLabel = `${name} ${holds}`;
			cell.ariaDisabled = String(!free);
			cell.style.left = `${100 * (x - shown.size[0] / 2)}%`;
			cell.style.top = `${100 * (y - shown.size[1] / 2)}%`;
			cell.style.width = `${100 * shown.size[0]}%`;
			cell.style.height = `${100 * shown.size[1]}%`;
		}
		if (!same) chooseStop(0);
		for (const [at, button] of buttons(actions, shown.actions.length).entries()) {
			const action = shown.actions[at];
			button.textContent = action.label;
			button.ariaDisabled = String(!action.ready);
			button.ariaPressed = action.on === null ? null : String(action.on);
		}
		if (shown.follows && isDark() !== (shown.dark === true)) send({ do: "dark", dark: isDark() });
	}

	/**
	 * The place of the button that an event is about, or -1.
	 * @param {Event} event
	 */
	function place({ target, currentTarget }) {
		const all = /** @type {HTMLElement} */ (currentTarget).children;
		return [...all].findIndex((each) => each.contains(/** @type {Node} */ (target)));
	}

	cells.addEventListener("click", (event) => {
		const cell = place(event);
		if (cell < 0) return;
		chooseStop(cell);
		if (model.get("shown").places[cell].free) send({ do: "play", cell });
	});
	cells.addEventListener("keydown", (event) => {
		const way = WAYS[event.key];
		const from = place(event);
		if (!way || from < 0) return;
		event.preventDefault();
		event.stopPropagation(); // JupyterLab would go to another cell of the notebook
		const to = next(model.get("shown").places, from, way);
		if (to < 0) return;
		chooseStop(to);
		/** @type {HTMLElement} */ (cells.children[to]).focus();
	});
	actions.addEventListener("click", (event) => {
		const action = model.get("shown").actions[place(event)];
		if (action?.ready) send({ do: action.do });
	});

	const theme = new MutationObserver(draw);
	theme.observe(document.body, { attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"] });
	model.on("change:shown", draw);
	draw();
	return () => {
		theme.disconnect();
		model.off("change:shown", draw);
		root.remove();
	};
}

export default { render };
