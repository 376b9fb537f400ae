// Runs command lines with the interpreter `just-bash`, over the files of the workspace and without any process.

import { FsError } from "../../errors.js";
import { assertKnownOptions } from "../../text/check-options.js";
import type { CommandRequest, CommandResult, CommandRunner } from "../command-runner.js";
import { type BufferedResult, runBuffered, runOnce } from "../running/buffered-run.js";

/** Variables that say something about the host, which the interpreter does not see. */
const OF_THE_HOST = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TEMP", "TMP"];

const OWN_VARIABLES = { PATH: "/usr/bin:/bin", HOME: "/", TMPDIR: "/tmp" };

function selectVariables(env: CommandRequest["env"]): Record<string, string> {
  const ours = Object.entries(env).filter(([name]) => !OF_THE_HOST.includes(name) && !name.startsWith("GIT_"));
  return { ...Object.fromEntries(ours), ...OWN_VARIABLES };
}

type JustBash = typeof import("just-bash");

async function load(): Promise<JustBash> {
  try {
    return await import("just-bash");
  } catch (cause) {
    const hint = "The developer can install the package just-bash.";
    throw new FsError("command_not_allowed", "Commands in memory need the package just-bash.", { hint, cause });
  }
}

/** A redirection that the boundary refuses ends the whole line there; a person would be told so by the shell. */
function toFailure(error: unknown): BufferedResult {
  if (!(error instanceof Error && "code" in error)) throw error;
  return { stdout: "", stderr: `bash: ${error.message}\n`, exitCode: 1 };
}

async function interpret(request: CommandRequest, closing: AbortSignal): Promise<CommandResult> {
  const { files } = request;
  if (files === undefined) throw new TypeError("the runner of just-bash needs the files of a workspace");
  const { Bash, InMemoryFs } = await load();
  const { JustBashFiles } = await import("./just-bash-files.js");
  const bash = new Bash({ fs: new JustBashFiles(files, new InMemoryFs()), cwd: request.cwd });
  const env = selectVariables(request.env);
  return runBuffered(request, closing, (signal) =>
    bash.exec(request.command, { cwd: request.cwd, env, replaceEnv: true, signal }).catch(toFailure),
  );
}

/**
 * Creates a runner over `just-bash` (an optional peer, loaded with the first command): an interpreter for the shell and
 * some hundred programs such as `grep`, `sed`, `awk` and `jq`, without processes, network or host files. Commands read
 * and write the workspace through its boundary, as the file tools do; `/bin`, `/usr/bin`, `/dev`, `/proc` and `/tmp`
 * are the interpreter's own, anew for each command. Output comes at the end, not in snapshots.
 *
 * NOT guaranteed: that a command which never yields is stopped in time; that permission bits and links exist.
 * @throws {TypeError} when it is given an option; it has none
 */
export function createJustBashRunner(options: Readonly<Record<string, never>> = {}): CommandRunner {
  assertKnownOptions("createJustBashRunner", options, []);
  const closing = new AbortController();
  return {
    run: (request) => runOnce(() => interpret(request, closing.signal)),
    close: async () => closing.abort(),
  };
}
