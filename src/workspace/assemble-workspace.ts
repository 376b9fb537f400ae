// Puts a workspace together from its parts; knows neither disk nor memory.

import type { CommandRunner } from "../shell/command-runner.js";
import { createWorkspaceShell } from "./commands/workspace-shell.js";
import type { ClosableActivity } from "./gate/activity.js";
import { assertRequestOptions } from "./gate/assert-options.js";
import { Gate, type GateParts } from "./gate/gate.js";
import { createWorkspaceHistory } from "./history/gated-history.js";
import type {
  AuditContext,
  AuditLog,
  RequestOptions,
  Workspace,
  WorkspaceFileSystem,
  WorkspaceGuarantees,
  WorkspaceHistory,
  WorkspaceLimits,
  WorkspaceShell,
} from "./interfaces/workspace.js";
import { type Root, type Scope, startPathOf } from "./paths/scope.js";
import { focusOn, layRequest } from "./requests/request-scope.js";
import type { RootOpener, ScopeView } from "./requests/scope-view.js";
import { createWorkspaceFileSystemFactory } from "./workspace-file-system.js";

/** What a workspace is made of. */
export interface WorkspaceAssembly {
  readonly name: string;
  readonly guarantees: WorkspaceGuarantees;
  readonly parts: GateParts;
  readonly activity: ClosableActivity;
  readonly runner: CommandRunner;
  readonly opener: RootOpener;
  /** The directories that it is opened with. */
  readonly ownRoots: readonly Root[];
  /** Gives up everything that is held, after the last operation. */
  readonly release: () => void;
}

interface RequestView {
  readonly context: AuditContext;
  readonly narrowed: boolean;
}

class AssembledWorkspace implements Workspace {
  readonly #assembly: WorkspaceAssembly;
  readonly #scope: Scope;
  readonly #context: AuditContext;
  readonly narrowed: boolean;
  // Made when first asked for: most requests want one of them.
  #fs: WorkspaceFileSystem | undefined;
  #shell: WorkspaceShell | undefined;
  #history: WorkspaceHistory | undefined;

  constructor(assembly: WorkspaceAssembly, scope: Scope, { context, narrowed }: RequestView) {
    this.#assembly = assembly;
    this.#scope = scope;
    this.#context = context;
    this.narrowed = narrowed;
  }

  get fs(): WorkspaceFileSystem {
    const { parts } = this.#assembly;
    this.#fs ??= createWorkspaceFileSystemFactory({ parts, scope: this.#scope }).forRequest(this.#context);
    return this.#fs;
  }

  get shell(): WorkspaceShell {
    const { parts, runner } = this.#assembly;
    this.#shell ??= createWorkspaceShell(new Gate(parts, this.#scope, this.#context), runner, this.fs);
    return this.#shell;
  }

  get history(): WorkspaceHistory {
    const { parts } = this.#assembly;
    this.#history ??= createWorkspaceHistory(new Gate(parts, this.#scope, this.#context));
    return this.#history;
  }

  get root(): string {
    return startPathOf(this.#scope.roots[0]);
  }

  get name(): string {
    return this.#assembly.name;
  }

  get trusted(): boolean {
    return this.#assembly.parts.isTrusted;
  }

  get guarantees(): WorkspaceGuarantees {
    return this.#assembly.guarantees;
  }

  get limits(): WorkspaceLimits {
    return this.#assembly.parts.limits;
  }

  get audit(): AuditLog {
    return this.#assembly.parts.audit;
  }

  forRequest(request: RequestOptions): Workspace {
    assertRequestOptions(request);
    const { focus, roots, onlyRoots, grants, operatorRoots, unrestricted } = request;
    const { activity } = this.#assembly;
    activity.begin();
    try {
      const layers = { focus, roots, onlyRoots, grants, operatorRoots, unrestricted };
      const scope = layRequest(viewOf(this.#assembly, this.#scope), layers);
      return new AssembledWorkspace(this.#assembly, scope, {
        context: { ...this.#context, ...contextOf(request) },
        narrowed: this.narrowed || focus !== undefined || roots !== undefined || onlyRoots === true,
      });
    } finally {
      activity.end();
    }
  }

  async close(): Promise<void> {
    await this.#assembly.runner.close();
    await this.#assembly.activity.close();
    this.#assembly.release();
  }
}

/** Picks what names a request: whatever else a caller hands on is kept out of the audit log and the history. */
function contextOf({ requestId, toolCallId, sessionId, route }: RequestOptions): AuditContext {
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(route === undefined ? {} : { route }),
  };
}

function viewOf({ parts, ownRoots, opener }: WorkspaceAssembly, scope: Scope): ScopeView {
  return { scope, ownRoots, opener, symlinks: parts.symlinks };
}

/** Makes a workspace over a primary root and whatever further roots it starts with. */
export function assembleWorkspace(
  assembly: WorkspaceAssembly,
  roots: readonly [Root, ...Root[]],
  focus: string | undefined,
): Workspace {
  return new AssembledWorkspace(assembly, focusOn(viewOf(assembly, { roots }), focus), {
    context: {},
    narrowed: false,
  });
}
