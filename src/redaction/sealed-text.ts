// Texts in which each secret is one character that occurs nowhere else, so that no edit can match or split a secret. Pure.

import { FsError } from "../errors.js";
import type { Steps } from "../text/steps.js";
import { replacePlaceholders } from "./placeholder.js";
import { type RedactedText, replacePieces } from "./redacted-text.js";
import type { TextSpan } from "./secret-pieces.js";

// The second plane of private use, whose characters have no meaning of their own and that no icon font uses.
const FIRST_ATOM = 0x100000;
const LAST_ATOM = 0x10fffd;
const ATOM_PLANE = /[\u{100000}-\u{10fffd}]/u;
const ATOM = /[\u{100000}-\u{10fffd}]/gu;

/** Turns the secrets of one file into single characters and back. */
export interface Seal {
  /** The file's text with one character for each secret. */
  readonly sealed: string;
  /**
   * Seals a text that a model gave: its placeholders become the characters of their secrets.
   * @throws {FsError} text_not_found – when something looks like a placeholder and stands for no secret of the file
   */
  sealGiven(given: string): string;
  /** Seals another version of the file, in which other places may be hidden. */
  sealVersion(version: RedactedText): Steps<string>;
  /** Answers the text with its secrets, and where those are. */
  unseal(sealed: string): UnsealedText;
  /** Answers the text as a model may see it. */
  show(sealed: string): string;
}

/** A text with its secrets in it. */
export interface UnsealedText {
  readonly text: string;
  /** Where the secrets are, in order. */
  readonly secrets: readonly TextSpan[];
}

/**
 * Seals the text of a file.
 * @throws {FsError} unsupported_encoding – when the text uses the characters that secrets are sealed with, or has too many
 */
export function* sealText(redacted: RedactedText, path: string): Steps<Seal> {
  const { text } = redacted;
  const atoms = new AtomTable(path);
  const assertFree = (given: string): void => {
    if (redacted.pieces.length > 0) atoms.assertFree(given);
  };
  assertFree(text);
  const sealVersion = (version: RedactedText): Steps<string> =>
    replacePieces(version, { start: 0, end: version.text.length }, ({ secret, placeholder }) =>
      atoms.take(secret, placeholder),
    );
  return {
    sealed: yield* sealVersion(redacted),
    sealVersion,
    sealGiven: (given) => {
      assertFree(given);
      return replacePlaceholders(given, (found) => atoms.find(found) ?? keepLiteral(text, found, path));
    },
    unseal: (sealed) => unsealText(sealed, (atom) => atoms.open(atom)?.secret),
    show: (sealed) => sealed.replace(ATOM, (atom) => atoms.open(atom)?.placeholder ?? atom),
  };
}

function unsealText(sealed: string, open: (atom: string) => string | undefined): UnsealedText {
  const secrets: TextSpan[] = [];
  let shift = 0;
  const text = sealed.replace(ATOM, (atom, offset: number) => {
    const secret = open(atom);
    if (secret === undefined) return atom;
    const start = offset + shift;
    secrets.push({ start, end: start + secret.length });
    shift += secret.length - atom.length;
    return secret;
  });
  return { text, secrets };
}

interface SealedSecret {
  readonly secret: string;
  readonly placeholder: string;
}

class AtomTable {
  readonly #path: string;
  readonly #atoms = new Map<string, string>();
  readonly #secrets = new Map<string, SealedSecret>();

  constructor(path: string) {
    this.#path = path;
  }

  take(secret: string, placeholder: string): string {
    const known = this.#atoms.get(placeholder);
    if (known !== undefined) return known;
    const codePoint = FIRST_ATOM + this.#atoms.size;
    if (codePoint > LAST_ATOM) throw this.#refuse("holds too many secrets to be changed");
    const atom = String.fromCodePoint(codePoint);
    this.#atoms.set(placeholder, atom);
    this.#secrets.set(atom, { secret, placeholder });
    return atom;
  }

  find(placeholder: string): string | undefined {
    return this.#atoms.get(placeholder);
  }

  open(atom: string): SealedSecret | undefined {
    return this.#secrets.get(atom);
  }

  assertFree(text: string): void {
    if (ATOM_PLANE.test(text)) throw this.#refuse("uses characters of the last plane of private use");
  }

  #refuse(reason: string): FsError {
    return new FsError("unsupported_encoding", `${this.#path} ${reason}, and redaction is on.`, {
      path: this.#path,
      hint: "Change it with a command, or ask a person.",
    });
  }
}

/** A file may hold such a text itself, as a log or a manual does; then it is an ordinary text. */
function keepLiteral(text: string, found: string, path: string): string {
  if (text.includes(found)) return found;
  throw new FsError("text_not_found", `${found} stands for no secret of ${path}.`, {
    path,
    hint: "Nothing was written. A placeholder can be sent back only unchanged and to the file that it was read from: read the file again and copy it.",
  });
}
