// Runs in a thread of its own: searches the parts that it is given, one after another.

import { parentPort } from "node:worker_threads";
import type { HardExpression } from "../../search/hard-part.js";
import { createRegexScan } from "../../search/regex-matcher.js";
import type { ScanText } from "../../search/scan-text.js";
import { searchPart } from "../../search/search-part.js";
import type { ScanJob, ThreadMessage } from "./scan-job.js";

/** Keeps the last expression, since a search asks for the same one file after file. */
class LastScan {
  #key = "";
  #scan: ScanText | undefined;

  get(expression: HardExpression): ScanText {
    const key = JSON.stringify(expression);
    if (this.#scan === undefined || key !== this.#key) this.#scan = createRegexScan(expression.pattern, expression);
    this.#key = key;
    return this.#scan;
  }
}

function say(message: ThreadMessage): void {
  parentPort?.postMessage(message, message === "ready" ? [] : [message.places.buffer]);
}

const lastScan = new LastScan();

parentPort?.on("message", ({ expression, bytes, place, ...wanted }: ScanJob) => {
  const part = { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), place };
  say(searchPart(part, lastScan.get(expression), wanted));
});
say("ready");
