// The resolve hook that prepare-process.mjs registers: it leads to the stand-in, and hands the query of an importer on, so
// that a test file imported with a new query brings modules of its own.

const STAND_IN = new URL("./vitest-stand-in.mjs", import.meta.url).href;

export async function resolve(specifier, context, next) {
  if (specifier === "vitest") return { url: STAND_IN, format: "module", shortCircuit: true };
  const resolved = await next(specifier, context);
  const query = /\?load=\d+$/.exec(context.parentURL ?? "")?.[0];
  const isOwn = query !== undefined && resolved.url.endsWith(".ts") && !resolved.url.includes("/node_modules/");
  return isOwn ? { ...resolved, url: resolved.url + query } : resolved;
}
