// The boards of the page, by their text in the library. Written by `make page`.

export const BOARDS = Object.freeze([
	{"key": "3,3,3", "plain": "3,3,3", "rules": "rules.js", "sizes": [3, 3], "k": 3, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 8, "learns": true, "settles": true},
	{"key": "3,3,3,misere", "plain": "3,3,3", "rules": "rules.js", "sizes": [3, 3], "k": 3, "edgesMeet": false, "lineWorth": -1, "winners": [2, 1], "symmetries": 8, "learns": true, "settles": true},
	{"key": "3,3,3,torus", "plain": "3,3,3,torus", "rules": "rules_3_3_3_torus.js", "sizes": [3, 3], "k": 3, "edgesMeet": true, "lineWorth": 1, "winners": [1, 2], "symmetries": 72, "learns": true, "settles": true},
	{"key": "3,3,3,torus,misere", "plain": "3,3,3,torus", "rules": "rules_3_3_3_torus.js", "sizes": [3, 3], "k": 3, "edgesMeet": true, "lineWorth": -1, "winners": [2, 1], "symmetries": 72, "learns": true, "settles": true},
	{"key": "3x3x3,3", "plain": "3x3x3,3", "rules": "rules_3x3x3_3.js", "sizes": [3, 3, 3], "k": 3, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 48, "learns": false, "settles": false},
	{"key": "3x3x3,3,misere", "plain": "3x3x3,3", "rules": "rules_3x3x3_3.js", "sizes": [3, 3, 3], "k": 3, "edgesMeet": false, "lineWorth": -1, "winners": [2, 1], "symmetries": 48, "learns": false, "settles": false},
	{"key": "4,4,3", "plain": "4,4,3", "rules": "rules_4_4_3.js", "sizes": [4, 4], "k": 3, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 8, "learns": false, "settles": true},
	{"key": "4,4,3,misere", "plain": "4,4,3", "rules": "rules_4_4_3.js", "sizes": [4, 4], "k": 3, "edgesMeet": false, "lineWorth": -1, "winners": [2, 1], "symmetries": 8, "learns": false, "settles": true},
	{"key": "4,4,4", "plain": "4,4,4", "rules": "rules_4_4_4.js", "sizes": [4, 4], "k": 4, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 8, "learns": false, "settles": true},
	{"key": "4,4,4,misere", "plain": "4,4,4", "rules": "rules_4_4_4.js", "sizes": [4, 4], "k": 4, "edgesMeet": false, "lineWorth": -1, "winners": [2, 1], "symmetries": 8, "learns": false, "settles": true},
	{"key": "5,5,4", "plain": "5,5,4", "rules": "rules_5_5_4.js", "sizes": [5, 5], "k": 4, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 8, "learns": false, "settles": false},
	{"key": "5,5,4,misere", "plain": "5,5,4", "rules": "rules_5_5_4.js", "sizes": [5, 5], "k": 4, "edgesMeet": false, "lineWorth": -1, "winners": [2, 1], "symmetries": 8, "learns": false, "settles": false},
	{"key": "6,6,4", "plain": "6,6,4", "rules": "rules_6_6_4.js", "sizes": [6, 6], "k": 4, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 8, "learns": false, "settles": false},
	{"key": "6,6,5", "plain": "6,6,5", "rules": "rules_6_6_5.js", "sizes": [6, 6], "k": 5, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 8, "learns": false, "settles": false},
	{"key": "7,7,4", "plain": "7,7,4", "rules": "rules_7_7_4.js", "sizes": [7, 7], "k": 4, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 8, "learns": false, "settles": false},
	{"key": "7,7,5", "plain": "7,7,5", "rules": "rules_7_7_5.js", "sizes": [7, 7], "k": 5, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 8, "learns": false, "settles": false},
	{"key": "8,8,4", "plain": "8,8,4", "rules": "rules_8_8_4.js", "sizes": [8, 8], "k": 4, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 8, "learns": false, "settles": false},
	{"key": "8,8,5", "plain": "8,8,5", "rules": "rules_8_8_5.js", "sizes": [8, 8], "k": 5, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 8, "learns": false, "settles": false},
	{"key": "15,15,5", "plain": "15,15,5", "rules": "rules_15_15_5.js", "sizes": [15, 15], "k": 5, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 8, "learns": false, "settles": false},
	{"key": "4x4x4,4", "plain": "4x4x4,4", "rules": "rules_4x4x4_4.js", "sizes": [4, 4, 4], "k": 4, "edgesMeet": false, "lineWorth": 1, "winners": [1, 2], "symmetries": 192, "learns": false, "settles": false},
]);
