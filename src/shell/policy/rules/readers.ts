// Programs that may be told of any path: they read, or tables of their own say what they write. Data only.

/** Every other program takes no path outside the workspace. */
export const UNCONFINED: ReadonlySet<string> = /* @__PURE__ */ new Set(
  [
    "echo printf cat head tail less more most bat batcat tac rev nl fold fmt pr column expand unexpand zcat zgrep zless",
    "bzcat xzcat grep egrep fgrep zgrep rg ag ack find gfind fd fdfind locate ls ll exa eza lsd tree stat file du df wc",
    "sort gsort uniq cut tr paste join comm diff gdiff cmp sdiff diff3 colordiff md5sum sha1sum sha224sum sha256sum",
    "sha384sum sha512sum shasum cksum b2sum sum base64 base32 od hexdump xxd strings readelf ldd size",
    "realpath readlink basename dirname pathchk which whereis whatis type command test [ expr seq date cal env printenv",
    "set cd chdir pushd popd pwd awk gawk mawk nawk original-awk sed gsed jq yq xq ps top pgrep pkill kill killall lsof",
    "fuser ss netstat ip ping traceroute dig nslookup host curl http https ssh id whoami uname hostname uptime free",
    "nproc true false sleep iconv shuf csplit man tar gtar bsdtar unzip redis-cli psql mysql mariadb journalctl",
    "systemctl service adb git gh kubectl docker podman nerdctl docker-compose make gmake bmake cmake ctest go ninja",
    "rspec gcc g++ cc c++ clang clang++ cpp gfortran ld mvn mvnw gradle gradlew just task rake jest yarn pnpm bun npm cargo",
    "bazel bazelisk buck2 dd terraform aws sudo doas mktemp time xcodebuild ffprobe identify",
  ]
    .join(" ")
    .split(" "),
);
