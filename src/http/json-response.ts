// Answers as JSON. Nothing here knows a route.

/** Says how an answer goes out. */
export interface ResponseOptions {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Makes an answer whose length is known, so that HEAD tells it too. */
export function createJsonResponse(body: unknown, options: ResponseOptions = {}): Response {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(bytes.length),
    ...options.headers,
  };
  return new Response(bytes, { status: options.status ?? 200, headers });
}
