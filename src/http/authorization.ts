// Who may read and who may write: the token, and the trust that an operator puts into callers on the same machine.

import { createHash, timingSafeEqual } from "node:crypto";
import { RequestRefusal } from "./http-error.js";

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/** What is known of a caller. */
export interface Caller {
  readonly authorization: string | null;
  readonly isFromLoopback: boolean;
}

/** Judges callers. */
export interface Authorization {
  /** @throws {RequestRefusal} unauthorized – when the caller may not do that */
  assertAllowed(caller: Caller, isMutation: boolean): void;
}

/** Says how callers show who they are. */
export interface AuthorizationOptions {
  readonly token?: string | undefined;
  readonly trustLoopback?: boolean | undefined;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function createRefusal(hint: string): RequestRefusal {
  const headers = { "WWW-Authenticate": 'Bearer realm="ai-file-tools"' };
  return new RequestRefusal("unauthorized", "the request does not carry the token", { hint, headers });
}

/**
 * Makes the judge. With a token every request needs it, except from callers on this machine where the operator trusts
 * them. Without one anybody may read, and nobody may write but those callers. A wrong token never helps.
 */
export function createAuthorization({ token, trustLoopback }: AuthorizationOptions): Authorization {
  const expected = token === undefined ? null : digest(token);
  function assertToken(authorization: string): void {
    const given = BEARER.exec(authorization)?.[1];
    // Digests are of one length, so that the time of the comparison says nothing about the token.
    const isToken = given !== undefined && expected !== null && timingSafeEqual(digest(given), expected);
    if (!isToken) throw createRefusal("The token is another one.");
  }
  return {
    assertAllowed: ({ authorization, isFromLoopback }, isMutation) => {
      if (authorization !== null && expected !== null) return assertToken(authorization);
      if (trustLoopback === true && isFromLoopback) return;
      if (expected !== null) throw createRefusal("Send the header Authorization: Bearer TOKEN.");
      if (isMutation) throw createRefusal("The server has no token, so that nobody may write; its operator sets one.");
    },
  };
}
