// One request through one route: read what it brings, wait for its turn, do the work, answer what fails.

import { HTTP_BODY_TIMEOUT_MS, MAX_HTTP_BUFFERED_BYTES, MAX_HTTP_OPERATIONS, MAX_HTTP_WALKS } from "../limits.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import type { Answer } from "./answer.js";
import { createBodyBudget } from "./body-budget.js";
import { createErrorAnswer, RequestRefusal } from "./http-error.js";
import type { Route, TakeTurn } from "./route.js";
import { createTurnstile } from "./turnstile.js";

/** Runs requests; short operations do not wait for walks. */
export interface RouteRunner {
  /** Answers every request, also one that fails; never rejects. */
  run(route: Route, request: Request, requestId: string | undefined): Promise<Answer>;
}

/** Answers what went wrong; a client that is gone is told so all the same. */
export function answerFailure(error: unknown, request: Request, workspace: Workspace): Answer {
  const isGone = request.signal.aborted;
  const shown = isGone ? new RequestRefusal("request_aborted", "the request was given up") : error;
  return createErrorAnswer(shown, workspace);
}

/** Makes a runner for the routes of a workspace. */
export function createRouteRunner(workspace: Workspace, bodyTimeoutMs: number | undefined): RouteRunner {
  const budget = createBodyBudget(MAX_HTTP_BUFFERED_BYTES);
  const operations = createTurnstile(MAX_HTTP_OPERATIONS);
  const walks = createTurnstile(MAX_HTTP_WALKS);
  const timeoutMs = bodyTimeoutMs ?? HTTP_BODY_TIMEOUT_MS;

  async function run(route: Route, request: Request, requestId: string | undefined): Promise<Answer> {
    const share = budget.open();
    const own = route.isWalk === true ? walks : operations;
    const takeTurn: TakeTurn = (work) => own.run(request.signal, work);
    try {
      const work = await route.accept(request, { timeoutMs, share });
      const scoped = workspace.forRequest({ route: `${route.method} ${route.path}`, requestId });
      return await takeTurn(() => work(scoped, takeTurn));
    } catch (error) {
      return answerFailure(error, request, workspace);
    } finally {
      share.release();
    }
  }

  return { run };
}
