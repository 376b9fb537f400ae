// The engine of this process beside ripgrep: what it can judge and search for one request. Made when it is first needed.

import { isFsError } from "../../errors.js";
import { BINARY_HEAD_BYTES, MAX_IGNORE_FILE_BYTES, MAX_SCAN_FILE_BYTES } from "../../limits.js";
import {
  createExpressionCheck,
  createLiteralCheck,
  type HitCheck,
  IGNORANT_CHECK,
  isMatcherExact,
} from "../../search/confirm-hit.js";
import { createLineMatcher, type LineMatcher } from "../../search/line-matcher.js";
import { detectTextFormat } from "../../text/encoding.js";
import type { GrepRequest } from "./grep-request.js";
import type { HitFile } from "./hit-files.js";

/** Judges hits and files of one request. */
export class HitEngine {
  readonly #request: GrepRequest;
  #matcher: LineMatcher | undefined;
  #check: HitCheck | undefined;

  constructor(request: GrepRequest) {
    this.#request = request;
  }

  /**
   * Makes the matcher when a line or a file is first judged: most searches get by without one.
   * @throws {FsError} invalid_pattern – when only ripgrep knows the expression
   */
  async loadMatcher(): Promise<LineMatcher> {
    this.#matcher ??= await createLineMatcher(this.#request.pattern, this.#request);
    return this.#matcher;
  }

  /** Tells whether files can be searched here too: ripgrep knows a few expressions more. */
  async canScan(): Promise<boolean> {
    try {
      await this.loadMatcher();
      return true;
    } catch (error) {
      if (isFsError(error) && error.kind === "invalid_pattern") return false;
      throw error;
    }
  }

  /** Answers what judges a hit. */
  async loadCheck(): Promise<HitCheck> {
    this.#check ??= await this.#createCheck();
    return this.#check;
  }

  /** Tells whether a file that is searched here has the same hits as ripgrep would find; of a large one, nothing is sure. */
  isExact({ window }: HitFile): boolean {
    if (!this.#request.regex) return true;
    const bytes = window.view(0, MAX_IGNORE_FILE_BYTES + 1);
    return bytes.length <= MAX_IGNORE_FILE_BYTES && isMatcherExact(this.#request.pattern, bytes);
  }

  /** Tells whether a file that has matches is searched here: ripgrep takes longer to start, and is asked where it does better. */
  async canScanFile({ file, window, isUtf16 }: HitFile): Promise<boolean> {
    const { pattern, regex } = this.#request;
    const head = window.view(0, BINARY_HEAD_BYTES);
    if (isUtf16 || head.includes(0)) return true;
    const { size } = file.stat();
    if (!regex) return size <= MAX_SCAN_FILE_BYTES;
    if (!(await this.canScan())) return false;
    const isWhole = size <= head.length;
    // Text in other encodings is decoded here.
    const { encoding } = detectTextFormat(head, { complete: isWhole });
    return encoding === "utf-8" ? isWhole && isMatcherExact(pattern, head) : size <= MAX_SCAN_FILE_BYTES;
  }

  async #createCheck(): Promise<HitCheck> {
    const { pattern, regex } = this.#request;
    if (!regex) return createLiteralCheck(pattern, this.#request);
    return (await this.canScan()) ? createExpressionCheck(pattern, await this.loadMatcher()) : IGNORANT_CHECK;
  }
}
