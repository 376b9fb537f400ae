// Puts a workspace together from its parts; knows neither disk nor memory.

import type { CommandRunner } from "../shell/command-runner.js";
import type { ClosableActivity } from "./activity.js";
import { toFsError } from "./errno.js";
import { Gate, type GateParts } from "./gate.js";
import { holdPlaceDirectory } from "./list-operations.js";
import { parsePath, type Root, type Scope } from "./scope.js";
import { walkPath } from "./walk-path.js";
import type {
  AuditContext,
  AuditLog,
  RequestOptions,
  Workspace,
  WorkspaceFileSystem,
  WorkspaceGrant,
  WorkspaceGuarantees,
  WorkspaceLimits,
  WorkspaceRoot,
  WorkspaceShell,
} from "./workspace.js";
import { createWorkspaceFileSystemFactory } from "./workspace-file-system.js";
import { createWorkspaceShell } from "./workspace-shell.js";

/** Holds the further roots and granted files of a workspace. */
export interface RootOpener {
  openRoot(root: WorkspaceRoot): Root;
  openGrant(grant: WorkspaceGrant): Root;
}

/** What a workspace is made of. */
export interface WorkspaceAssembly {
  readonly name: string;
  readonly guarantees: WorkspaceGuarantees;
  readonly parts: GateParts;
  readonly activity: ClosableActivity;
  readonly runner: CommandRunner;
  readonly opener: RootOpener;
  /** Gives up everything that is held, after the last operation. */
  readonly release: () => void;
}

class AssembledWorkspace implements Workspace {
  readonly #assembly: WorkspaceAssembly;
  readonly #scope: Scope;
  readonly #context: AuditContext;
  // Made when first asked for: most requests want one of the two.
  #fs: WorkspaceFileSystem | undefined;
  #shell: WorkspaceShell | undefined;

  constructor(assembly: WorkspaceAssembly, scope: Scope, context: AuditContext) {
    this.#assembly = assembly;
    this.#scope = scope;
    this.#context = context;
  }

  get fs(): WorkspaceFileSystem {
    const { parts } = this.#assembly;
    this.#fs ??= createWorkspaceFileSystemFactory({ parts, scope: this.#scope }).forRequest(this.#context);
    return this.#fs;
  }

  get shell(): WorkspaceShell {
    const { parts, runner } = this.#assembly;
    this.#shell ??= createWorkspaceShell(new Gate(parts, this.#scope, this.#context), runner);
    return this.#shell;
  }

  get root(): string {
    return this.#scope.roots[0].path;
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
    const { focus, roots = [], grants = [], ...context } = request;
    const { activity, opener, parts } = this.#assembly;
    activity.begin();
    try {
      const added = [...roots.map((root) => opener.openRoot(root)), ...grants.map((grant) => opener.openGrant(grant))];
      const widened: Scope = { ...this.#scope, roots: [...this.#scope.roots, ...added] };
      const asked = { ...this.#context, ...context };
      return new AssembledWorkspace(this.#assembly, focusOn(parts, widened, focus), asked);
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

/**
 * Lets relative paths start from a directory inside a root.
 * @throws {FsError} path_outside_workspace, symlink_escape, path_not_found or not_a_directory – when it is none
 */
function focusOn(parts: GateParts, scope: Scope, focus: string | undefined): Scope {
  if (focus === undefined) return scope;
  const place = walkPath(scope, parsePath(scope, focus), { symlinks: parts.symlinks, followLast: true });
  try {
    holdPlaceDirectory(place).close();
    return { ...scope, focus: { root: place.root, components: place.components } };
  } catch (error) {
    throw toFsError(error, place.path);
  } finally {
    place.release();
  }
}

/** Makes a workspace over a primary root and whatever further roots it starts with. */
export function assembleWorkspace(
  assembly: WorkspaceAssembly,
  roots: readonly [Root, ...Root[]],
  focus: string | undefined,
): Workspace {
  return new AssembledWorkspace(assembly, focusOn(assembly.parts, { roots }, focus), {});
}
