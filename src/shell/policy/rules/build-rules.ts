// Arguments of compilers and build tools. Data only; it can never be complete.

import { type ArgumentRule, OUTSIDE, RUNS } from "./argument-rule.js";

const MAKES = ["make", "gmake", "bmake"];
const COMPILERS = ["gcc", "g++", "cc", "c++", "clang", "clang++", "cpp", "gfortran", "ld"];

const MAKE_RULES: readonly ArgumentRule[] = [
  { programs: MAKES, flags: ["--eval", "-E"], effect: RUNS },
  {
    programs: MAKES,
    pattern:
      /^(?:SHELL|\.SHELLFLAGS|MAKE|MAKEFLAGS|GNUMAKEFLAGS|MAKEFILES|PATH|LD_\w+|BASH_ENV|NODE_OPTIONS|RUSTC\w*_WRAPPER|GIT_\w+)\s*[:+?!]*=/,
    effect: RUNS,
  },
  // Shells read the file of this name; a plain word names what is deployed.
  { programs: MAKES, pattern: /^ENV\s*[:+?!]*=.*[/~]/, effect: RUNS },
  { programs: MAKES, pattern: /^[A-Za-z_]\w*\s*[:+?!]*=.*[$`;|&<>()\n]/, effect: RUNS },
  // Words behind a blank are options of a program; only a few variables hold nothing but such words.
  {
    programs: MAKES,
    pattern: /^(?!\w*(?:FLAGS|ARGS|OPTS|OPTIONS|TESTS?|FILTER|MESSAGE|MSG)=)[A-Za-z_]\w*\s*[:+?!]*=.*\s/,
    effect: RUNS,
  },
  { programs: MAKES, pattern: /^(?:CC|CXX|CPP|LD|AR|AS|NM|RM|CP|MV|INSTALL|PYTHON|NODE|GO)[:+?!]*=.*\//, effect: RUNS },
  {
    programs: MAKES,
    flags: ["--file", "--makefile"],
    letters: "f",
    harmlessValues: /^(?![-/~]|.*\.\.)/,
    effect: OUTSIDE,
  },
  {
    programs: MAKES,
    flags: ["--directory", "--include-dir"],
    letters: "CI",
    lettersWithValue: "fjloW",
    outsideOnly: true,
    effect: OUTSIDE,
  },
  { programs: ["ninja", "just", "task"], letters: "Cfd", outsideOnly: true, effect: OUTSIDE },
  {
    programs: ["just"],
    letters: "ce",
    flags: ["--command", "--edit", "--shell", "--shell-arg", "--chooser"],
    exact: true,
    effect: RUNS,
  },
  { programs: ["just"], flags: ["--justfile", "--working-directory"], outsideOnly: true, effect: OUTSIDE },
  { programs: ["rake"], flags: ["--execute", "--execute-print", "--execute-continue"], letters: "epE", effect: RUNS },
  {
    programs: ["rake"],
    flags: ["--rakefile", "--require", "--libdir"],
    letters: "frI",
    outsideOnly: true,
    effect: OUTSIDE,
  },
  { programs: ["cmake"], letters: "E", lettersWithValue: "DGTASBCU", effect: RUNS },
  { programs: ["cmake"], flags: ["-P", "-C", "--toolchain", "-S", "-B"], outsideOnly: true, effect: OUTSIDE },
  {
    programs: ["cmake"],
    pattern: /^-D\w*(?:COMPILER|PROGRAM|LAUNCHER|LINKER|COMMAND)\w*(?::\w+)?=.*[/;\s]/,
    effect: RUNS,
  },
];

const JVM_RULES: readonly ArgumentRule[] = [
  {
    programs: ["gradle", "gradlew"],
    flags: ["--init-script", "--build-file", "--settings-file", "--project-dir", "--gradle-user-home"],
    letters: "Ibcpg",
    outsideOnly: true,
    effect: OUTSIDE,
  },
  {
    programs: ["mvn", "mvnw"],
    pattern: /^(?:[\w.-]+:)?(?:exec|antrun|groovy|gmaven|scripting)[\w-]*:|^-Dexec\./,
    effect: RUNS,
  },
  { programs: ["mvn", "mvnw"], flags: ["--file", "--settings"], letters: "fs", outsideOnly: true, effect: OUTSIDE },
  { programs: ["ant"], flags: ["-f", "-file", "-buildfile", "-lib"], outsideOnly: true, effect: OUTSIDE },
  {
    programs: ["java", "javac", "jar", "javadoc", "kotlin", "kotlinc"],
    pattern:
      /^-(?:J|javaagent|agentpath|agentlib|Xrun|Xplugin|Xbootclasspath|XX:(?:OnError|OnOutOfMemoryError|Flags|VMOptionsFile))|^@|^\/dev\/|^\/proc\//,
    effect: RUNS,
  },
  {
    programs: ["javac", "javadoc"],
    flags: ["-processor", "--processor", "-doclet", "-processorpath", "--processor-path"],
    exact: true,
    effect: RUNS,
  },
];

/** Code generation names the linker and what is handed to it, which may be a program again. */
const RUSTC_RUNS = /link(?:er|-arg|-args)=|(?:^|=)codegen-backend|^-Z|^@/;

const COMPILER_RULES: readonly ArgumentRule[] = [
  { programs: ["cargo", "rustup"], pattern: /^\+(?!(?:stable|beta|nightly|1\.\d+)(?:[.-]\d[\d.-]*)?$)/, effect: RUNS },
  { programs: ["cargo"], flags: ["--config"], letters: "Z", exact: true, untilDashes: true, effect: RUNS },
  {
    programs: ["cargo"],
    flags: ["--manifest-path", "--target-dir", "--root", "--path", "-C"],
    exact: true,
    untilDashes: true,
    outsideOnly: true,
    effect: OUTSIDE,
  },
  // What cargo hands on to the compiler stands behind `--`.
  ...[["cargo", "rustc"] as const, ["cargo", "rustdoc"] as const].map(([program, subcommand]) => ({
    programs: [program],
    subcommand,
    pattern: RUSTC_RUNS,
    effect: RUNS,
  })),
  { programs: ["rustc", "rustdoc"], pattern: RUSTC_RUNS, flags: ["--test-runtool", "--test-builder"], effect: RUNS },
  { programs: ["rustc", "rustdoc"], pattern: /^-$/, effect: "runs what it reads from its input" },
  { programs: ["rustup"], subcommand: "toolchain", flags: ["link"], exact: true, effect: RUNS },
  { programs: ["rustup"], flags: ["run"], exact: true, effect: RUNS },
  {
    programs: ["go"],
    pattern: /^--?(?:exec|toolexec|vettool|overlay|gccgoflags|ldflags=.*-extld|compiler)(?:=|$)|-extld/,
    effect: RUNS,
  },
  {
    programs: ["go"],
    pattern: /^--?(?:C|o|modfile|coverprofile|cpuprofile|memprofile|outputdir)=(?:\/|~|\.\.)/,
    effect: OUTSIDE,
  },
  {
    programs: ["go"],
    flags: ["-C", "-o", "-modfile", "-coverprofile", "-outputdir"],
    outsideOnly: true,
    effect: OUTSIDE,
  },
  { programs: ["go"], subcommand: "env", flags: ["-w"], effect: "changes settings outside the workspace" },
  {
    programs: COMPILERS,
    pattern: /^@|^-B|^-wrapper$|^-fplugin|^-specs=|^--specs|^-Xclang$|^-load$|^-plugin/,
    effect: RUNS,
  },
  { programs: COMPILERS, pattern: /^-fuse-ld=.*\/|^-Wl,.*-plugin|^--?ld-path/, effect: RUNS },
  {
    programs: COMPILERS,
    pattern: /^-(?:f(?:dump|opt-info|profile)[\w-]*=|Wl,-(?:Map[=,]|o,)|Wp,-M\w+,|Wa,-\w+=|MF)(?:\/|~|\.\.)/,
    effect: OUTSIDE,
  },
  { programs: COMPILERS, flags: ["-MF", "-dumpdir", "-dumpbase", "-aux-info"], outsideOnly: true, effect: OUTSIDE },
  { programs: COMPILERS, letters: "o", lettersWithValue: "DIUWfgmLlxO", outsideOnly: true, effect: OUTSIDE },
  { programs: ["xcodebuild"], flags: ["-xcconfig", "-derivedDataPath", "-toolchain"], effect: RUNS },
  { programs: ["swift"], subcommand: "build", flags: ["-Xswiftc", "-Xlinker", "--toolchain"], effect: RUNS },
];

/** Rules of compilers and build tools. */
export const BUILD_RULES: readonly ArgumentRule[] = [...MAKE_RULES, ...JVM_RULES, ...COMPILER_RULES];
