// Our own rules for secrets: tokens by their prefix, headers, addresses with a password, assignments. Every pattern begins
// at the edge of a word or at a rare word and is bounded, so that no text makes it slow.

import type { SecretRange } from "./redactor.js";

interface SecretRule {
  readonly kind: string;
  /** Has the flags `d` and `g`. The group `secret`, where there is one, is what is hidden. */
  readonly pattern: RegExp;
  readonly accepts?: (secret: string, next: string) => boolean;
}

const RULES: readonly SecretRule[] = [
  { kind: "aws", pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])/dg },
  { kind: "stripe", pattern: /(?<![\w-])(?:(?:sk|rk)_(?:live|test)_|whsec_)[0-9A-Za-z]{16,256}/dg },
  { kind: "google", pattern: /(?<![\w-])AIza[\w-]{35}/dg },
  { kind: "jwt", pattern: /(?<![\w-])eyJ[\w-]{8,8192}\.eyJ[\w-]{8,8192}\.[\w-]{8,8192}/dg },
  { kind: "github", pattern: /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255})/dg },
  { kind: "gitlab", pattern: /(?<![\w-])gl(?:pat|ptt|rt|dt|cbt)-[\w-]{20,255}/dg },
  { kind: "slack", pattern: /(?<![\w-])xox[abeprs]-[\w-]{20,512}/dg },
  { kind: "npm", pattern: /(?<!\w)npm_[A-Za-z0-9]{36,255}/dg },
  { kind: "hugging-face", pattern: /(?<!\w)hf_[A-Za-z0-9]{30,255}/dg },
  { kind: "model-provider", pattern: /(?<![\w-])sk-[\w-]{20,512}/dg, accepts: hasLettersAndDigits },
  { kind: "url-password", pattern: /:\/\/[^\s:/@"'`]{0,128}:(?<secret>[^\s/@"'`]{3,256})@/dg, accepts: isNoReference },
  {
    kind: "bearer",
    pattern: /(?<!\w)(?:bearer|basic|token)[ \t]{1,4}(?<secret>[\w.~+/=-]{16,8192})/dgi,
    accepts: looksRandom,
  },
  {
    kind: "cookie",
    pattern: /(?<![\w-])(?:set-)?cookie["']?[ \t]{0,4}:[ \t]{0,4}["']?[^\s"'=;]{1,128}=(?<secret>[^\s"';]{12,4096})/dgi,
    accepts: looksRandom,
  },
  { kind: "assigned", pattern: assignment(`"(?<secret>[^"\\r\\n]{6,512})"`), accepts: isQuotedSecret },
  { kind: "assigned", pattern: assignment(`'(?<secret>[^'\\r\\n]{6,512})'`), accepts: isQuotedSecret },
  {
    kind: "assigned",
    pattern: assignment("(?<secret>[\\w+/=~.@!#%^&*-]{8,4096})"),
    accepts: isBareSecret,
  },
];

function assignment(value: string): RegExp {
  const name =
    "(?:pass(?:word|wd|phrase)|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key|encryption[_-]?key|signing[_-]?key|credential)s?";
  return new RegExp(`${name}[\\w-]{0,32}["']?[ \\t]{0,8}(?:=>|:=|[:=])[ \\t]{0,8}${value}`, "dgi");
}

/** Finds secrets by our own rules. */
export function findByRules(text: string): readonly SecretRange[] {
  return RULES.flatMap(({ kind, pattern, accepts }) => {
    const found: SecretRange[] = [];
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.groups?.["secret"] ?? [match.index, match.index + match[0].length];
      if (accepts === undefined || accepts(text.slice(start, end), text.charAt(end))) found.push({ start, end, kind });
    }
    return found;
  });
}

function hasLettersAndDigits(value: string): boolean {
  return /[A-Za-z]/.test(value) && /\d/.test(value);
}

function looksRandom(value: string): boolean {
  return hasLettersAndDigits(value) && isNoReference(value);
}

/** Tells a value from something that only names one: a variable, a template, a mask, or our own placeholder. */
function isNoReference(value: string): boolean {
  return !/^[$<{%[]|\$\{|\{\{|^process\.env|^os\.environ|REDACTED|^[*xX.]+$/.test(value);
}

function isQuotedSecret(value: string): boolean {
  return !/\s/.test(value) && /[\d!@#%^&*]/.test(value) && isNoReference(value);
}

/** `next` is the character behind the value, which tells a call or an index from a value. */
function isBareSecret(value: string, next: string): boolean {
  if (!/^[\s;,})"'`]?$/.test(next)) return false;
  const isName = /^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+$/i.test(value);
  return looksRandom(value) && (value.match(/\d/g)?.length ?? 0) > 1 && !isName;
}
