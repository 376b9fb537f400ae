// Directories that belong to the operating system, which no operator opens by naming them or what contains them.
// Lists only; nothing here looks at the disk.

import { foldName } from "../../text/fold-name.js";
import { splitPath } from "./paths.js";

const LINUX: readonly string[] = [
  "/bin",
  "/boot",
  "/dev",
  "/etc",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/proc",
  "/run",
  "/sbin",
  "/snap",
  "/sys",
  "/usr",
  "/var/cache",
  "/var/lib",
  "/var/log",
  "/var/run",
  "/var/spool",
];

const MAC: readonly string[] = [
  "/bin",
  "/cores",
  "/dev",
  "/etc",
  "/Library",
  "/private/etc",
  "/private/var/db",
  "/private/var/log",
  "/private/var/root",
  "/private/var/run",
  "/sbin",
  "/System",
  "/usr",
];

/** Names below each drive. */
const WINDOWS: readonly string[] = [
  "$Recycle.Bin",
  "Boot",
  "Program Files",
  "Program Files (x86)",
  "ProgramData",
  "Recovery",
  "System Volume Information",
  "Windows",
];

/** Memory that Linux lends to every user as a directory. */
const OPEN_BELOW_SYSTEM: readonly string[] = ["/dev/shm"];

/** Lists the system directories of a platform; on Windows those of one drive, such as `C:\`. */
export function listSystemDirectories(
  driveRoot: string,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  if (platform === "win32") return WINDOWS.map((name) => `${driveRoot.replace(/[\\/]*$/, "")}\\${name}`);
  return platform === "darwin" ? MAC : LINUX;
}

function isInside(path: string, directory: string, platform: NodeJS.Platform): boolean {
  const split = platform === "win32" ? (text: string) => text.split(/[\\/]+/) : splitPath;
  const components = split(path);
  return split(directory).every((name, index) => foldName(name) === foldName(components[index] ?? ""));
}

/** Tells whether a canonical path is a system directory or lies in one. */
export function isSystemDirectory(path: string, platform: NodeJS.Platform = process.platform): boolean {
  const inside = (directory: string): boolean => isInside(path, directory, platform);
  if (platform === "linux" && OPEN_BELOW_SYSTEM.some(inside)) return false;
  const drive = /^[a-z]:/i.exec(path)?.[0] ?? "";
  return listSystemDirectories(drive, platform).some(inside);
}
