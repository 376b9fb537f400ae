// Reads JSON that a model wrote by hand. Nothing here knows a tool.

/** Parses JSON text, also with raw control characters inside its strings; `undefined` when it is not JSON. */
export function parseLenientJson(text: string): unknown {
  return parseJson(text) ?? parseJson(escapeControlCharacters(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Escapes the control characters inside string literals; those between tokens are blanks and stay. */
function escapeControlCharacters(text: string): string {
  let inString = false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return text.replace(/\\[\s\S]|"|[\u0000-\u001f]/g, (token) => {
    if (token === '"') inString = !inString;
    return inString && token < " " ? JSON.stringify(token).slice(1, -1) : token;
  });
}
