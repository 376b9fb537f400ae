// The one gate: every operation on a path is read, trusted, walked, protected, done and audited here, in that order.

import { FsError, isFsError } from "../../errors.js";
import type { TemporaryFileJournal } from "../directories/temporary-files.js";
import type { SnapshotMemory } from "../history/snapshot-memory.js";
import type { TransactionLog } from "../history/transaction.js";
import type { IgnoreReader } from "../ignoring/ignore-chain.js";
import type { AuditContext, Intent, WorkspaceLimits } from "../interfaces/workspace.js";
import { createOutsideError } from "../paths/paths.js";
import { assertNothingClosedBelow, type Place } from "../paths/place.js";
import { type PathRequest, parsePath, type Scope } from "../paths/scope.js";
import { walkPath } from "../paths/walk-path.js";
import type { AuditPublisher } from "./audit.js";
import type { FileNotesCache } from "./file-notes.js";
import type { Lanes } from "./lanes.js";
import { type Activity, OperationRecord, type WritableFacts } from "./operation-record.js";
import type { PathLock } from "./path-lock.js";
import { assertTrustedForIntent, isMutation } from "./policy.js";
import type { ProcessLock } from "./process-lock.js";
import type { PathProtection } from "./protected-paths.js";
import type { SharedLooks } from "./shared-looks.js";
import { isStartDue, isTurnDue, takeTurn } from "./take-turns.js";

/** Everything that operations of one workspace share, whoever asks. */
export interface GateParts {
  readonly isTrusted: boolean;
  readonly symlinks: "follow-inside" | "reject";
  readonly limits: WorkspaceLimits;
  readonly protection: PathProtection;
  readonly ignore: IgnoreReader;
  /** Lists of files that searches made lately; `undefined` for one that was not finished. */
  readonly fileLists: SharedLooks<readonly string[] | undefined>;
  readonly fileNotes: FileNotesCache;
  /** Permission bits of files that do not exist yet. */
  readonly newFileMode: number;
  /** Lets only so many files be read at once. */
  readonly readLanes: Lanes;
  /** For streams alone: one that nobody reads on holds up no read. */
  readonly streamLanes: Lanes;
  readonly pathLock: PathLock;
  readonly processLock: ProcessLock;
  readonly journalFor: (rootPath: string) => TemporaryFileJournal;
  /** Remembers what is changed. */
  readonly log: TransactionLog;
  /** What is known of the files between commands; `null` where commands are not looked at. */
  readonly snapshots: SnapshotMemory | null;
  readonly audit: AuditPublisher;
  readonly activity: Activity;
}

/** Says which operation wants which path. */
export interface AccessRequest {
  readonly path: string;
  readonly intent: Intent | "exec" | "grep";
  readonly signal?: AbortSignal | undefined;
  /** Looks at a link itself instead of following it; mutations always do. */
  readonly keepLastLink?: boolean | undefined;
  /** Holds what is at the path, since it is to be opened. */
  readonly opens?: boolean | undefined;
}

/** A place that the gate let an operation through to. */
export interface Access {
  readonly place: Place;
  /** Figures for the audit event; the operation fills them in. */
  readonly facts: WritableFacts;
}

/** One of several places that an operation concerns. */
interface Entered {
  readonly record: OperationRecord;
  place?: Place;
}

/** Intents that look at everything below a directory. */
const TREE_INTENTS: ReadonlySet<AccessRequest["intent"]> = new Set<AccessRequest["intent"]>(["glob", "grep"]);

/** One view of a workspace: its shared parts, and the scope and context of whoever asks. */
export class Gate {
  readonly parts: GateParts;
  readonly scope: Scope;
  readonly context: AuditContext;

  constructor(parts: GateParts, scope: Scope, context: AuditContext) {
    this.parts = parts;
    this.scope = scope;
    this.context = context;
  }

  /** Runs an operation on a place; the place is released when the operation is done. */
  async access<Result>(
    request: AccessRequest,
    operation: (access: Access) => Result | Promise<Result>,
  ): Promise<Result> {
    const record = new OperationRecord(this.parts, this.context, request);
    let place: Place | undefined;
    try {
      if (isMutation(request.intent) ? isStartDue() : isTurnDue()) await takeTurn(request.signal);
      request.signal?.throwIfAborted();
      place = this.#enter(request);
      record.path = place.path;
      const result = await operation({ place, facts: record.facts });
      record.succeed();
      return result;
    } catch (error) {
      throw record.fail(error);
    } finally {
      place?.release();
      record.end();
    }
  }

  /**
   * Does the same for an operation that streams; the place is held until the stream ends or is left.
   * The operation must hold by itself what it still needs after its first item: closing the workspace waits no longer.
   */
  async *stream<Item>(
    request: AccessRequest,
    operation: (access: Access) => AsyncIterable<Item>,
  ): AsyncGenerator<Item, void, void> {
    const record = new OperationRecord(this.parts, this.context, request);
    let place: Place | undefined;
    try {
      if (isStartDue()) await takeTurn(request.signal);
      request.signal?.throwIfAborted();
      place = this.#enter(request);
      record.path = place.path;
      for await (const item of operation({ place, facts: record.facts })) {
        record.leave();
        yield item;
        if (isTurnDue()) await takeTurn(request.signal);
      }
      record.succeed();
    } catch (error) {
      throw record.fail(error);
    } finally {
      place?.release();
      record.end();
    }
  }

  /** Runs one operation on several places, all of them let through before it begins; each has an event of its own. */
  async accessAll<Result>(
    requests: readonly AccessRequest[],
    operation: (accesses: readonly Access[]) => Promise<Result>,
  ): Promise<Result> {
    const entered: Entered[] = [];
    try {
      if (isStartDue()) await takeTurn(requests[0]?.signal);
      const accesses: Access[] = [];
      for (const request of requests) {
        accesses.push(this.#enterRecorded(request, entered));
        if (isTurnDue()) await takeTurn(request.signal);
      }
      const result = await operation(accesses);
      for (const { record } of entered) record.succeed();
      return result;
    } catch (error) {
      const failure = entered.at(-1)?.record.fail(error) ?? error;
      for (const { record } of entered) record.fail(failure);
      throw failure;
    } finally {
      for (const { place, record } of entered) {
        place?.release();
        record.end();
      }
    }
  }

  /** Walks to a second path of an operation that is already let through, such as the target of a move. */
  enterSecond(request: AccessRequest): Place {
    return this.#enter(request);
  }

  /** Runs a mutation alone among all that have one of the same keys: in this process and among processes. */
  async alone<Result>(
    keys: readonly string[],
    signal: AbortSignal | undefined,
    operation: () => Promise<Result>,
  ): Promise<Result> {
    const inOrder = Array.from(new Set(keys)).toSorted();
    return inOrder.reduceRight<() => Promise<Result>>(
      (inner, key) => () => this.#lock(key, signal, inner),
      // Whoever waited for the locks goes on in the turn of the loop in which they were let go.
      async () => {
        if (isTurnDue()) await takeTurn(signal);
        return operation();
      },
    )();
  }

  #enterRecorded(request: AccessRequest, entered: Entered[]): Access {
    const one: Entered = { record: new OperationRecord(this.parts, this.context, request) };
    entered.push(one);
    request.signal?.throwIfAborted();
    one.place = this.#enter(request);
    one.record.path = one.place.path;
    return { place: one.place, facts: one.record.facts };
  }

  #lock<Result>(key: string, signal: AbortSignal | undefined, operation: () => Promise<Result>): Promise<Result> {
    const { pathLock, processLock } = this.parts;
    return pathLock.run(key, signal, () => processLock.run(key, signal, operation));
  }

  #enter(request: AccessRequest): Place {
    const parsed = this.#parse(request.path);
    assertTrustedForIntent(this.parts.isTrusted, request.intent);
    const isChange = isMutation(request.intent) && request.intent !== "exec";
    const followLast = !(isChange || request.keepLastLink === true);
    const { symlinks } = this.parts;
    const place = walkPath(this.scope, parsed, { symlinks, followLast, holdLast: request.opens });
    try {
      if (isChange || TREE_INTENTS.has(request.intent)) assertNothingClosedBelow(place);
      if (isChange) this.#assertChangeable(parsed, place);
      return place;
    } catch (error) {
      place.release();
      throw error;
    }
  }

  #assertChangeable(parsed: PathRequest, place: Place): void {
    if (place.root.access === "read") {
      throw new FsError("permission_denied", `${place.path}: this part of the workspace is open for reading only`, {
        path: place.path,
        hint: "Write to a path below the workspace root instead.",
      });
    }
    if (place.node?.type === "symlink") throw this.#createLinkError(parsed, place);
    this.parts.protection.assertUnprotected(place);
  }

  #createLinkError(parsed: PathRequest, place: Place): FsError {
    const target = this.#followedPath(parsed);
    return new FsError("symlink_escape", `${place.path}: it is a symbolic link, and changes never go through one`, {
      path: place.path,
      hint:
        target === undefined
          ? "The link does not lead to a path in the workspace."
          : `It leads to ${target}: name that path to change what is there. The link itself stays as it is.`,
    });
  }

  /** An absolute path that lies in no root may be one from the root, as in a file system of its own. */
  #parse(path: string): PathRequest {
    try {
      return parsePath(this.scope, path);
    } catch (error) {
      const isOutside = isFsError(error) && error.kind === "path_outside_workspace" && /^\/+[^/]/.test(path);
      if (!isOutside) throw error;
      const meant = this.#followedPath(parsePath(this.scope, path.replace(/^\/+/, "")), { isThere: true });
      throw meant === undefined ? error : createOutsideError(meant);
    }
  }

  #followedPath(parsed: PathRequest, { isThere = false } = {}): string | undefined {
    try {
      const followed = walkPath(this.scope, parsed, { symlinks: this.parts.symlinks, followLast: true });
      followed.release();
      return isThere && followed.node === null ? undefined : followed.path;
    } catch {
      return undefined;
    }
  }
}
