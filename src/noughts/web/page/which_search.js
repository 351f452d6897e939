// Chooses the search that finds the values of moves, by the laws of the game.

import { fieldOf } from "./search_position.js";
import { MoveWorths } from "./move_worths.js";

/** @import { Clock } from "./search_clock.js" */
/** @import { Judged } from "./move_worths.js" */
/** @import { Position, Rules } from "./position.js" */
/**
 * @typedef {{
 *   rules: Rules, games?: number,
 *   judge(position: Position, clock: Clock): Judged[], best(position: Position, clock: Clock): number[],
 * }} Worths the value of each move, and the best moves; `games` is the number of playouts, if there were any
 */

/**
 * @param {Rules} rules
 * @returns {Promise<Worths>}
 */
export async function worthsOf(rules) {
	const { facts, board } = rules;
	if (facts && board.settles) return new (await import("./small_table.js")).SmallTable(rules, await fieldOf(rules));
	// Threats and weights of lines rely on these laws. They handle lines that are too long.
	if (!facts || (facts.alternates && facts.anyOrder && facts.owned && facts.fair)) return new MoveWorths(rules);
	const Search = facts.nested ? (await import("./ultimate_search.js")).NestedSearch : (await import("./tree_search.js")).TreeSearch;
	return new Search(rules, await fieldOf(rules));
}
