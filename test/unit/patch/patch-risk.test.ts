// How much could go wrong with a patch: by what it does, by how much of it there is, and by which files.

import { describe, expect, it } from "vitest";
import { judgePatchRisk, type RiskLevel, type RiskyOperation } from "../../../src/patch/patch-risk.js";

function judge(operations: readonly RiskyOperation[]): ReturnType<typeof judgePatchRisk> {
  return judgePatchRisk(operations, { isProtected: () => false, reasons: [] });
}

function update(path: string): RiskyOperation {
  return { operation: "update", path, noOp: false };
}

describe("paths", () => {
  it.each<readonly [RiskLevel, string]>([
    ["low", "src/index.ts"],
    ["low", "docs/package-lock.json.md"],
    ["low", "README.md"],
    ["low", "src/environment.ts"],
    ["medium", "config/app.toml"],
    ["medium", "scripts/release.mjs"],
    ["medium", "Dockerfile"],
    ["medium", "tsconfig.json"],
    ["medium", "env.json"],
    ["high", "package.json"],
    ["high", "packages/a/package-lock.json"],
    ["high", "Cargo.lock"],
    ["high", "YARN.LOCK"],
    ["high", ".github/workflows/ci.yml"],
    ["high", "sub/.github/workflows/ci.yml"],
    ["high", ".gitlab-ci.yml"],
    ["high", ".git/hooks/pre-commit"],
    ["high", ".husky/pre-commit"],
    ["high", ".vscode/tasks.json"],
    ["high", ".npmrc"],
    ["high", "AGENTS.md"],
    ["high", "sub/CLAUDE.md"],
    ["high", ".cursorrules"],
    ["high", ".github/copilot-instructions.md"],
    ["high", "sub/.GitHub/Copilot-Instructions.md"],
    ["high", "opencode.json"],
    ["high", ".codex/config.toml"],
    ["high", ".gemini/settings.json"],
    ["high", ".yarnrc.yml"],
    ["high", ".envrc"],
    ["high", ".vscode/launch.json"],
    ["high", "Package.JSON"],
    ["high", "pack\u200dage.json"],
    ["high", "\uff30ackage.json"],
    ["high", "package.json. "],
    ["high", "package.json::$DATA"],
    ["high", "agents\u00ad.md"],
    ["high", ".gitignore"],
    ["high", ".agentignore"],
    ["high", ".env"],
    ["high", ".env.production"],
    ["low", ".env.example"],
    ["high", "deploy/key.pem"],
  ])("%s: %s", (level, path) => {
    expect(judge([update(path)]).level).toBe(level);
  });

  it("count on both ends of a move", () => {
    const { reasons } = judge([{ operation: "move", path: "src/x", movedFrom: ".npmrc", noOp: false }]);
    expect(reasons).toContain(".npmrc is a rule for agents, reviewers or security checks");
  });
});

describe("operations", () => {
  it.each<readonly [RiskLevel, RiskyOperation["operation"]]>([
    ["low", "add"],
    ["low", "update"],
    ["medium", "replace"],
    ["high", "delete"],
    ["high", "move"],
  ])("%s: %s", (level, operation) => {
    expect(judge([{ operation, path: "a.ts", noOp: false }]).level).toBe(level);
  });

  it("that change nothing are no risk", () => {
    expect(judge([{ operation: "add", path: "package.json", noOp: true }])).toEqual({ level: "low", reasons: [] });
  });
});

describe("many files", () => {
  it.each<readonly [RiskLevel, number]>([
    ["low", 4],
    ["medium", 5],
    ["medium", 8],
    ["high", 9],
  ])("%s: %i", (level, count) => {
    expect(judge(Array.from({ length: count }, (_, file) => update(`f${file}.ts`))).level).toBe(level);
  });

  it("are not made less by a rule that says less", () => {
    const files = Array.from({ length: 9 }, (_, file) => update(`f${file}.json`));
    expect(judge(files).level).toBe("high");
    expect(judge(files.toReversed()).reasons[0]).toBe("changes 9 files");
  });
});
