// Whether a text looks like a secret, or like code and words that only speak of one. Pure.

const MAX_NESTED_CALLS = 4;
// As in `"js-tokens": "^4.0.0"` and `Token: "#dcdccc"`.
const VERSION_OR_COLOR =
  /^(?:(?:[\^~<>=v]|npm:[@\w./-]{1,128}@){0,3}\d{1,6}(?:\.(?:\d{1,6}|[x*])){1,3}(?:-[a-z]{1,16}[.\d]{0,16})?|#[\da-f]{6})$/i;

/** Tells whether a text has a letter and a digit. */
export function hasLettersAndDigits(value: string): boolean {
  return /[A-Za-z]/.test(value) && /\d/.test(value);
}

/** Tells whether a text may be random and names nothing. */
export function looksRandom(value: string): boolean {
  return hasLettersAndDigits(value) && isNoReference(value);
}

/** Tells a value from something that only names one: a variable, a template, a mask, or our own placeholder. */
export function isNoReference(value: string): boolean {
  return (
    !isVariable(value) && !/^[<{%[]|\$\{[^}]*\}|\{\{[^}]*\}\}|^process\.env|^os\.environ|REDACTED|^[*xX.]+$/.test(value)
  );
}

/** Tells `$NAME`, `$this->name`, `$1` and `$(…)` from a password that begins with a dollar sign. */
function isVariable(value: string): boolean {
  return /^\$+(?:[A-Za-z_]\w*(?:\W.*)?|\d|[^\w$].*|)$/s.test(value) && !/^\$+\w*\d{3}/.test(value);
}

/** Tells whether what stands between quotes is a secret. */
export function isQuotedSecret(value: string): boolean {
  if (value.length < 6 || /\s/.test(value) || isAddress(value) || VERSION_OR_COLOR.test(value)) return false;
  // The digits of an escape say nothing.
  return /[\d!@#$%^&*]/.test(value.replace(/\\u[\da-f]{4}/gi, "")) && isNoReference(value);
}

/** Tells whether a value without quotes is a secret, wherever it stands; `next` is the character behind it. */
export function isBareSecret(value: string, next: string): boolean {
  if (!/^[\w+/=~.@!#%^&*$:-]{8,}$/.test(value) || /::|:\w+:|:$/.test(value) || !/^[\s;,)\]}"'`&<\\]?$/.test(next))
    return false;
  return hasDigits(value) && looksRandom(value) && !/^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+$/i.test(value);
}

/** Tells whether a value without quotes is a secret where it is the rest of a line or an argument: any characters may be in it. */
export function isPlainSecret(value: string): boolean {
  if (value.length < 8 || /\s/.test(value) || isAddress(value)) return false;
  return (hasDigits(value) || hasMarks(value)) && looksRandom(value) && !isExpression(value);
}

function hasDigits(value: string): boolean {
  return /\d.*\d/.test(value);
}

/** Tells whether a text has characters that names have not, and opens no bracket that it closes. */
function hasMarks(value: string): boolean {
  const isEnclosing = (open: string, close: string): boolean =>
    value.lastIndexOf(close) > value.indexOf(open) && value.includes(open);
  if (isEnclosing("(", ")") || isEnclosing("[", "]")) return false;
  return /[!@#$%^&*(),:;?+~]/.test(value) && !/::|[?<>"'`=]|&&|[+;,:]$/.test(value);
}

function isAddress(value: string): boolean {
  return /^[a-z][a-z0-9+.-]{0,32}:\/\//i.test(value);
}

/** Tells a chain of names, calls and indexes. */
function isExpression(value: string): boolean {
  let chain = value;
  for (let depth = 0; depth < MAX_NESTED_CALLS; depth += 1) chain = chain.replace(/(?<=[\w\]>)])\([^()]*\)/g, "?");
  return /^[!&*@]{0,2}[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[\w$]+|(?:\?\.)?\[[^\]]*\]|<[^<>]*>|[!?])+$/.test(chain);
}
