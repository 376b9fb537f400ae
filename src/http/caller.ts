// Who calls: the address that the host of the app saw. Headers are never asked for it.

const LOOPBACK = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i;

/** Headers by which a proxy says that the caller is somebody else than who connected. */
const PROXY_HEADERS: readonly string[] = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** Answers the address of whoever connected, from what the host of the app passes along with a request. */
export type FindRemoteAddress = (env: unknown) => string | undefined;

interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } };
}

/** Knows what `@hono/node-server` passes along. */
export const findNodeAddress: FindRemoteAddress = (env) => {
  const address = (env as NodeBindings | null | undefined)?.incoming?.socket?.remoteAddress;
  return typeof address === "string" ? address : undefined;
};

/** Tells whether an address is of this machine. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

/** Tells whether a request comes from this machine itself; one that was passed on by a proxy does not. */
export function isFromLoopback(address: string | undefined, headers: Headers): boolean {
  return address !== undefined && isLoopback(address) && PROXY_HEADERS.every((name) => !headers.has(name));
}
