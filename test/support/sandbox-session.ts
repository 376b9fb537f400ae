// A sandbox session in the shape of the AI SDK, over the real shell and a directory that goes away with the test.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import type {
  SandboxCommandOptions,
  SandboxCommands,
  SandboxProcessHandle,
} from "../../src/shell/backends/sandbox-runner.js";
import type { SandboxFiles } from "../../src/stores/sandbox-store.js";

interface PathOptions {
  readonly path: string;
}

function orNull<Result>(promise: Promise<Result>): Promise<Result | null> {
  return promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
}

/** A session with every method. */
export type TestSession = Required<SandboxCommands> & Required<SandboxFiles> & { readonly root: string };

/** Opens a session over a new directory. */
export async function openSandboxSession(): Promise<TestSession> {
  const root = await mkdtemp(join(tmpdir(), "session-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const place = (path: string): string => resolve(root, path);
  const start = (options: SandboxCommandOptions) =>
    spawn("/bin/sh", ["-c", options.command], {
      cwd: place(options.workingDirectory ?? "."),
      env: { PATH: "/usr/bin:/bin", ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
  return {
    root,
    readBinaryFile: ({ path }: PathOptions) => orNull(readFile(place(path)).then((bytes) => new Uint8Array(bytes))),
    writeBinaryFile: async ({ path, content }: PathOptions & { readonly content: Uint8Array }) => {
      await mkdir(dirname(place(path)), { recursive: true });
      await writeFile(place(path), content);
    },
    stat: async ({ path }: PathOptions) => {
      const found = await orNull(stat(place(path)));
      if (found === null) return null;
      return { type: found.isDirectory() ? ("directory" as const) : ("file" as const), size: found.size };
    },
    listDirectory: async ({ path }: PathOptions) => {
      const entries = await orNull(readdir(place(path), { withFileTypes: true }));
      return (
        entries?.map((entry) => ({
          name: entry.name,
          type: entry.isDirectory() ? ("directory" as const) : ("file" as const),
        })) ?? null
      );
    },
    spawn: async (options: SandboxCommandOptions): Promise<SandboxProcessHandle> => {
      const child = start(options);
      const exited = once(child, "exit").then(([code]) => ({ exitCode: Number(code ?? 137) }));
      return {
        stdout: Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
        stderr: Readable.toWeb(child.stderr) as ReadableStream<Uint8Array>,
        wait: () => exited,
        kill: async () => {
          if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
        },
      };
    },
    run: async (options: SandboxCommandOptions) => {
      const child = start(options);
      options.abortSignal?.addEventListener("abort", () => process.kill(-(child.pid ?? 0), "SIGKILL"), { once: true });
      const [stdout, stderr, [code]] = await Promise.all([
        child.stdout.toArray(),
        child.stderr.toArray(),
        once(child, "exit"),
      ]);
      return {
        exitCode: Number(code ?? 137),
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      };
    },
  };
}
