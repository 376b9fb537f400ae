// The tools of bash-tool over just-bash and a real directory. Large files are over its limits, so those are raised.

import type { OpenPeer } from "./peer.js";

const MOUNT_POINT = "/work";
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Opens the shell of just-bash and the tools of bash-tool. */
export async function openBashTool(directory: string): Promise<OpenPeer> {
  const { createBashTool } = await import("bash-tool");
  const { Bash, MountableFs, ReadWriteFs } = await import("just-bash");
  const filesystem = new ReadWriteFs({ root: directory, maxFileReadSize: NO_LIMIT });
  const fs = new MountableFs({ mounts: [{ mountPoint: MOUNT_POINT, filesystem }] });
  const executionLimits = {
    maxInputBytes: NO_LIMIT,
    maxLiveBytes: NO_LIMIT,
    maxOutputSize: NO_LIMIT,
    maxStringLength: NO_LIMIT,
    maxTraversalEntries: NO_LIMIT,
    maxTraversalWork: NO_LIMIT,
    maxWorkUnits: NO_LIMIT,
  };
  const sandbox = new Bash({ fs, cwd: MOUNT_POINT, executionLimits });
  const { tools } = await createBashTool({ sandbox, destination: MOUNT_POINT, maxOutputLength: NO_LIMIT });
  const call = async (tool: { readonly execute?: unknown }, input: object): Promise<object> =>
    (tool.execute as (input: object, options: object) => Promise<object>)(input, {});
  const run = async (command: string): Promise<string> => {
    const { stdout, stderr } = (await call(tools.bash, { command })) as { stdout: string; stderr: string };
    if (stderr !== "") throw new Error(stderr);
    return stdout;
  };
  return {
    abilities: {
      readLines: (path, first, lines) => run(`sed -n '${first},${first + lines - 1}p' ${quote(path)}`),
      readFirst: (path, lines) => run(`head -n ${lines} ${quote(path)}`),
      readLast: (path, lines) => run(`tail -n ${lines} ${quote(path)}`),
      readWhole: async (path) => ((await call(tools.readFile, { path })) as { content: string }).content,
      grep: async (literal, maxHits) =>
        (await run(`grep -rnF ${quote(literal)} . | head -n ${maxHits}`)).split("\n").slice(0, -1),
      glob: async (pattern) => (await run(`rg --files --hidden -g ${quote(pattern)}`)).split("\n").slice(0, -1),
      write: async (path, content) => void (await call(tools.writeFile, { path, content })),
    },
    close: async () => {},
  };
}
