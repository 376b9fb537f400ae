// Which directories belong to the operating system, on each platform.

import { describe, expect, test } from "vitest";
import { isSystemDirectory } from "../../../src/workspace/paths/system-directories.js";

describe.each<[NodeJS.Platform, readonly string[], readonly string[]]>([
  [
    "linux",
    ["/etc", "/etc/ssh", "/usr/local/bin", "/dev", "/dev/sda", "/proc/1", "/var/lib/dpkg", "/boot", "/ETC"],
    ["/", "/home/user", "/tmp", "/var/tmp", "/etcetera", "/opt/app", "/dev/shm", "/dev/shm/x", "/srv"],
  ],
  [
    "darwin",
    ["/System/Library", "/library/x", "/private/etc/hosts", "/usr/bin", "/private/var/db"],
    ["/Users/user", "/private/tmp", "/private/var/folders/ab/T", "/Users/user/Library", "/Volumes/disk"],
  ],
  [
    "win32",
    ["C:\\Windows", "c:\\WINDOWS\\System32", "C:/Program Files/x", "D:\\Windows\\Temp", "C:\\ProgramData"],
    ["C:\\Users\\user", "C:\\", "D:\\work", "C:\\WindowsApps"],
  ],
])("on %s", (platform, system, open) => {
  test.each(system)("%s belongs to the system", (path) => expect(isSystemDirectory(path, platform)).toBe(true));
  test.each(open)("%s does not", (path) => expect(isSystemDirectory(path, platform)).toBe(false));
});
