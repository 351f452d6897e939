// Calls functions of the page's modules: each item of the one argument is [module, function,
// ...arguments], where "last" stands for the result before. Prints a JSON list of the results; a
// refusal is { refused: its message }.

const results = [];
for (const [module, name, ...args] of JSON.parse(process.argv[2])) {
  const functions = await import(`./${module}`);
  try {
    results.push(functions[name](...args.map((arg) => (arg === "last" ? results.at(-1) : arg))));
  } catch (error) {
    results.push({ refused: error.message });
  }
}
console.log(JSON.stringify(results));
