// Our own rules for secrets: tokens by their prefix, headers, addresses with a password. Every pattern begins at the edge of
// a word or at a rare word, and repeats without a bound only where it ends, so that no text makes it slow.

import type { Steps } from "../text/steps.js";
import { findAssignedValues } from "./assigned-values.js";
import { hasLettersAndDigits, isNoReference, isPlainSecret, isQuotedSecret, looksRandom } from "./likely-secret.js";
import { matchInSteps } from "./match-in-steps.js";
import { findPrivateKeys } from "./private-keys.js";
import type { SecretRange } from "./redactor.js";

interface SecretRule {
  readonly kind: string;
  /** Has the flags `d` and `g`. The group `secret`, where there is one, is what is hidden. */
  readonly pattern: RegExp;
  readonly accepts?: (secret: string) => boolean;
  /** Looks for the secrets, with a group of their own, in what the pattern found. */
  readonly inner?: RegExp;
}

// The part of a name that says what its value is.
const TELLING = "(?:pass(?:word|wd|phrase)|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)s?[\\w-]{0,32}";
const QUOTE = "(?:\\\\{0,7}[\"'`])";
const VALUE = "(?<secret>[^\\s\"'`<>\\\\]{6,4096})";

/** Notations in which no sign of assignment stands between a name and its value. */
const PAIRS: readonly SecretRule[] = [
  {
    kind: "assigned",
    pattern: new RegExp(
      `<[\\w:.-]{0,64}${TELLING}(?:[ \\t][^<>]{0,128})?>(?:<!\\[CDATA\\[|\\s{1,32})?${VALUE}(?=\\s{0,32}</|\\]\\]>)`,
      "dgi",
    ),
    accepts: isQuotedSecret,
  },
  // A name in a tag or in marks of emphasis, and its value in another one, or in marks of code.
  {
    kind: "assigned",
    pattern: new RegExp(
      `${TELLING}["']?(?:[ \\t]{0,4}:[ \\t]{0,4})?(?:</?[\\w:.-]{1,32}(?:[ \\t][^<>]{0,128})?>|>|[\\s:=]){1,8}(?<=>\\s{0,8})${VALUE}(?=\\s{0,32}<)`,
      "dgi",
    ),
    accepts: isPlainSecret,
  },
  {
    kind: "assigned",
    pattern: new RegExp(
      `${TELLING}(?:[*_\`]{1,3}[ \\t]{0,4})?(?:\\||[:=]|[ \\t]is|)[*_]{0,2}[ \\t]{1,8}\`${VALUE}\``,
      "dgi",
    ),
    accepts: isPlainSecret,
  },
  {
    kind: "assigned",
    pattern: new RegExp(
      `(?<![\\w-])(?:name|key)${QUOTE}?[ \\t]{0,8}[:=][ \\t]{0,8}${QUOTE}?[\\w.-]{0,64}${TELLING}${QUOTE}?[\\s,]{1,40}${QUOTE}?value${QUOTE}?[ \\t]{0,8}[:=][ \\t]{0,8}${QUOTE}?${VALUE}`,
      "dgi",
    ),
    accepts: isPlainSecret,
  },
  {
    kind: "assigned",
    pattern: new RegExp(
      `(?<![\\w-])variable[ \\t]"[\\w-]{0,64}${TELLING}"[\\s{]{1,16}[^{}]{0,256}?default[ \\t]{0,8}=[ \\t]{0,8}"${VALUE}"`,
      "dgi",
    ),
    accepts: isQuotedSecret,
  },
  // A name and a value as the arguments of a call.
  {
    kind: "assigned",
    pattern: new RegExp(
      `\\(\\s{0,8}${QUOTE}[\\w./-]{0,64}${TELLING}${QUOTE}\\s{0,8},\\s{0,8}${QUOTE}${VALUE}${QUOTE}`,
      "dgi",
    ),
    accepts: isQuotedSecret,
  },
  {
    kind: "assigned",
    pattern:
      /\bdefine\(\s{0,8}["'](?:\w{0,64}_)?(?:KEY|SALT)["']\s{0,8},\s{0,8}(["'])(?<secret>(?:(?!\1)[^\r\n\\]|\\.){16,256})\1/dgi,
    accepts: hasLettersAndDigits,
  },
  // SQL, `.netrc`, `ENV` of a Dockerfile, options of commands.
  {
    kind: "assigned",
    pattern: new RegExp(
      `(?<![\\w-])(?:password|passwd|identified[ \\t]by|env[ \\t]{1,4}[\\w-]{0,64}${TELLING}|--[\\w-]{0,64}${TELLING})[ \\t]{1,8}(?![-&|])${QUOTE}?${VALUE}`,
      "dgi",
    ),
    accepts: isPlainSecret,
  },
  {
    kind: "assigned",
    pattern: /(?<![\w-])(?:-u|--user)[ \t=]{1,4}["']?[\w.@+-]{1,128}:(?<secret>[^\s"'`]{6,256})/dg,
    accepts: looksRandom,
  },
  ...[
    `(?<secret>[^\\s"'\`;|&\\\\]{3,256})`,
    `(?<quote>["'])(?<secret>(?:(?!\\k<quote>)[^\\r\\n]){3,256})\\k<quote>`,
  ].map((secret) => ({
    kind: "assigned",
    pattern: new RegExp(
      `(?<![\\w-])(?:(?:mysql(?:admin|binlog|check|dump|import|pump|sh|show|slap)?|mariadb(?:-[a-z]{1,16})?)[ \\t](?:[^\\r\\n|;&]{0,256}?[ \\t])??-p|(?:sshpass|(?:docker|podman|oc|helm[ \\t]registry)[ \\t]login)[ \\t](?:[^\\r\\n|;&]{0,256}?[ \\t])??-p[ \\t]{0,4}|redis-cli[ \\t](?:[^\\r\\n|;&]{0,256}?[ \\t])??-a[ \\t]{1,4})${secret}`,
      "dg",
    ),
    accepts: isNoReference,
  })),
];

const RULES: readonly SecretRule[] = [
  { kind: "aws", pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])/dg },
  {
    kind: "aws",
    pattern:
      /secret_?access_?key(?:\\{0,7}["'`])?\s{0,8}(?:=>|[:=])\s{0,8}(?:\\{0,7}["'`])?(?<secret>[A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/dgi,
  },
  { kind: "stripe", pattern: /(?<![\w-])(?:(?:sk|rk)_(?:live|test)_|whsec_)[0-9A-Za-z]{16,}/dg },
  { kind: "google", pattern: /(?<![\w-])AIza[\w-]{35}/dg },
  { kind: "jwt", pattern: /(?<![\w-])eyJ[\w-]{8,8192}\.eyJ[\w-]{8,8192}\.[\w-]{8,}/dg },
  { kind: "github", pattern: /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,})/dg },
  { kind: "gitlab", pattern: /(?<![\w-])gl(?:pat|ptt|rt|dt|cbt)-[\w-]{20,}/dg },
  { kind: "slack", pattern: /(?<![\w-])xox[abeprs]-[\w-]{20,}/dg },
  { kind: "npm", pattern: /(?<!\w)npm_[A-Za-z0-9]{36,}/dg },
  { kind: "hugging-face", pattern: /(?<!\w)hf_[A-Za-z0-9]{30,}/dg },
  { kind: "vault", pattern: /(?<![\w.-])hv[sbr]\.[\w-]{24,}/dg, accepts: hasLettersAndDigits },
  { kind: "telegram", pattern: /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/dg },
  {
    kind: "discord",
    pattern: /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/dg,
    accepts: hasLettersAndDigits,
  },
  { kind: "age", pattern: /(?<!\w)AGE-SECRET-KEY-1[0-9A-Z]{58}(?![0-9A-Z])/dg },
  {
    kind: "service",
    pattern: /(?<!\w)(?:dop_v1_[\da-f]{64}|glsa_\w{32,}|figd_[\w-]{40,}|pypi-AgE[\w-]{50,}|dapi[\da-f]{32}(?!\w))/dg,
  },
  { kind: "model-provider", pattern: /(?<![\w-])sk-[\w-]{20,}/dg, accepts: hasLettersAndDigits },
  {
    kind: "url-password",
    pattern: /:(?:\\?\/){2}[^\s:/@"'`<>]{0,128}:(?<secret>[^\s/"'`<>]{3,256})@/dg,
    accepts: isAddressPassword,
  },
  {
    // With a slash in it, which only a host after it tells from a port and a path.
    kind: "url-password",
    pattern:
      /:(?:\\?\/){2}[^\s:/@"'`<>[\]]{0,128}:(?!\d{1,5}[/?#\\])(?<secret>[^\s"'`<>]{3,256}?)@(?=[\w.-]{1,253}(?:[^\w.@-]|$)|\[[\da-f:])/dg,
    accepts: (secret) => isAddressPassword(secret) && hasLettersAndDigits(secret),
  },
  {
    // In an address of a database and the like a slash is rarely that of a path without a password before it.
    kind: "url-password",
    pattern:
      /(?<![a-z])(?:postgres(?:ql)?|mysql|mariadb|rediss?|amqps?|mongodb(?:\+srv)?|mssql|sqlserver|s?ftps?|ldaps?|smtps?|imaps?|mqtts?|clickhouse):(?:\\?\/){2}[^\s:/@"'`<>[\]]{0,128}:(?<secret>[^\s"'`<>]{3,256}?)@(?=[\w.-]{1,253}(?:[^\w.@-]|$)|\[[\da-f:])/dgi,
    accepts: isAddressPassword,
  },
  { kind: "url-token", pattern: /:\/\/(?<secret>[^\s:/@"'`<>]{8,256}):x-oauth-basic@/dg, accepts: isNoReference },
  {
    kind: "bearer",
    pattern: /(?<!\w)(?:bearer|basic|token)[ \t]{1,4}(?<secret>[\w.~+/=-][\w.~+/=:!@$%^*-]{15,})/dgi,
    accepts: looksRandom,
  },
  {
    kind: "bearer",
    pattern: /(?<!\w)basic[ \t]{1,4}(?<secret>[A-Za-z0-9+/]{4,4096}={0,2})(?![\w+/=])/dgi,
    accepts: isUserAndPassword,
  },
  {
    kind: "bearer",
    pattern:
      /(?<![\w-])(?:proxy-)?authorization(?:\\{0,7}["'`])?[ \t]{0,8}[:=,][ \t]{0,8}(?:\\{0,7}["'`])?(?:bearer|token|basic|api-?key)[ \t]{1,4}(?<secret>[^\s"'`<>\\,;]{6,4096})/dgi,
    accepts: looksRandom,
  },
  {
    kind: "bearer",
    pattern:
      /(?<![\w-])(?:proxy-)?authorization(?:\\{0,7}["'`])?[ \t]{0,8}[:=,][ \t]{0,8}(?:\\{0,7}["'`])?(?<secret>[^\s"'`<>\\,;(){}[\]]{8,4096})/dgi,
    accepts: isPlainSecret,
  },
  // A header, and what sets one: in quotes, or the rest of a line in which single values may be in quotes.
  ...[
    `(?:(?:set-)?cookie2?(?:\\\\{0,7}["'\`])?\\]?[ \\t]{0,4}[:=,]|--cookie|-b(?<=curl[ \\t][^\\r\\n|;&]{0,256}))[ \\t]{0,4}\\[?(?<quote>["'\`])(?<secret>(?:(?!\\k<quote>)[^\\r\\n\\\\]|\\\\.){1,8192})`,
    `(?:set-)?cookie2?(?:\\\\{0,7}["'\`])?[ \\t]{0,4}:[ \\t]{0,4}(?:\\\\{1,7}["'\`])?(?<secret>(?:[^\\r\\n"'\`\\\\]|(?<==)"[^\\s"',;\\\\]{1,4096}"){1,8192})`,
  ].map((notation) => ({
    kind: "cookie",
    pattern: new RegExp(`(?<![\\w-])${notation}`, "dgi"),
    inner:
      /(?<![^\s;,])(?!(?:domain|expires|max-age|path|priority|samesite)=)[^\s=;,]{1,128}=(?:\\{0,7}["'])?(?<secret>[^\s;,"'\\]{8,})/dgi,
    accepts: looksRandom,
  })),
];

/** Finds secrets by our own rules: private keys, tokens by their form, and what is assigned to telling names. */
export function* findByOwnRules(text: string): Steps<readonly SecretRange[]> {
  const found: SecretRange[][] = [];
  for (const rule of [...RULES, ...PAIRS]) {
    found.push(yield* findByRule(text, rule));
    yield;
  }
  return [...(yield* findPrivateKeys(text)), ...found.flat(), ...(yield* findAssignedValues(text))];
}

function* findByRule(text: string, { kind, pattern, inner, accepts = () => true }: SecretRule): Steps<SecretRange[]> {
  const found: SecretRange[] = [];
  yield* matchInSteps(text, pattern, (match, offset) => {
    const [first, last] = spanOf(match);
    const [start, end] = [offset + first, offset + last];
    const spans = inner === undefined ? [[start, end] as const] : listSpans(text.slice(start, end), inner, start);
    for (const [from, to] of spans) if (accepts(text.slice(from, to))) found.push({ start: from, end: to, kind });
  });
  return found;
}

type Span = readonly [start: number, end: number];

function listSpans(text: string, pattern: RegExp, offset: number): readonly Span[] {
  return Array.from(text.matchAll(pattern), spanOf).map(([start, end]) => [offset + start, offset + end]);
}

function spanOf({ 0: match, index, indices }: RegExpExecArray): Span {
  return indices?.groups?.["secret"] ?? [index, index + match.length];
}

function isAddressPassword(value: string): boolean {
  return isNoReference(value) && !value.includes("://") && value !== "x-oauth-basic" && !/\\[nrtsSdw]/.test(value);
}

/** Tells what `Basic` is followed by from a word. */
function isUserAndPassword(value: string): boolean {
  return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(value, "base64").toString("latin1"));
}
