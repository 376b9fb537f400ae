// What a route answers, before the host of the app sends it. Nothing here knows a route.

/** An answer whose body is at hand, or a stream. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A string is sent as UTF-8; `null` is no body. */
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

/** Says how an answer goes out. */
export interface AnswerOptions {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Makes an answer as JSON, whose length is known, so that HEAD tells it too. */
export function createJsonAnswer(value: unknown, options: AnswerOptions = {}): Answer {
  const body = JSON.stringify(value);
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    ...options.headers,
  };
  return { status: options.status ?? 200, headers, body };
}

/** Makes an answer without a body. */
export function createEmptyAnswer(status: number, headers: Readonly<Record<string, string>>): Answer {
  return { status, headers, body: null };
}

/** Turns an answer into what any host of a `fetch` handler takes. */
export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}
