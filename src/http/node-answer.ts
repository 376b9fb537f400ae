// Sends answers on connections of Node as they are. A Response would wrap the bytes into a stream that has to be read
// again right away, which costs more than reading a small file.

import type { ServerResponse } from "node:http";
import { type Answer, toResponse } from "./answer.js";

interface NodeBindings {
  readonly outgoing: ServerResponse;
}

/** Makes what sends answers whose body is at hand; streams are left to `@hono/node-server`, whose bindings `env` are. */
export function createNodeSender(): (answer: Answer, env: unknown) => Response {
  const alreadySent = new Response(null, { headers: { "x-hono-already-sent": "true" } });
  return (answer, env) => {
    const { status, headers, body } = answer;
    if (body instanceof ReadableStream) return toResponse(answer);
    const { outgoing } = env as NodeBindings;
    outgoing.writeHead(status, headers);
    outgoing.end(body ?? undefined);
    return alreadySent;
  };
}
