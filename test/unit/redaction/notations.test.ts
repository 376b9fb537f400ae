// Notations in which values of secrets stand, and texts that only look like them.

import { lintSource } from "@secretlint/core";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import { describe, expect, test } from "vitest";
import { createSecretRedactor } from "../../../src/redaction/secret-redactor.js";
import { loadSecretlint } from "../../../src/redaction/secretlint-rules.js";

const SECRET = "h3jKd83kjsdDkd8";
const redactor = createSecretRedactor();

async function hide(text: string): Promise<string> {
  const ranges = await redactor.findSecrets(text);
  const hidden = new Set(
    ranges.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)),
  );
  return Array.from(text, (character, at) => (hidden.has(at) ? "" : character)).join("");
}

describe("a value is hidden, and nothing beside it", () => {
  test.each([
    `const password: string = "${SECRET}";`,
    `  private readonly apiKey: string | null = '${SECRET}';`,
    `let password: &'static str = "${SECRET}";`,
    `password: str = "${SECRET}"`,
    `- "password=${SECRET}="`.replace(`${SECRET}=`, SECRET),
    `<b>token=${SECRET}</b>`,
    `const token = process.env.TOKEN || "${SECRET}";`,
    `const token = process.env["TOKEN"] ?? '${SECRET}';`,
    `password = os.getenv("X", "${SECRET}")`,
    `deploy --password ${SECRET} --port 80`,
    `deploy --db-password "${SECRET}" --port 80`,
    `<c><dbPassword>${SECRET}</dbPassword><port>1</port></c>`,
    `<add key="apiKey" value="${SECRET}" />`,
    `env:\n  - name: DB_PASSWORD\n    value: "${SECRET}"\n  - name: B`,
    `[{"name":"API_KEY","value":"${SECRET}","port":1}]`,
    `variable "db_password" {\n  default = "${SECRET}"\n}`,
    `CREATE USER a WITH PASSWORD '${SECRET}';`,
    `machine h login a password ${SECRET}\n`,
    `ENV API_TOKEN ${SECRET}\nRUN y`,
    `curl -u admin:${SECRET} https://h/x`,
    `secret=${SECRET}\nother=hvs.${SECRET.repeat(6)}`.replace(/^.*\n/, ""),
    `Authorization: Bearer ${SECRET}@x9\nX: 1`,
  ])("%s", async (text) => {
    const value = /other=(.*)/.exec(text)?.[1] ?? /Bearer (\S+)/.exec(text)?.[1] ?? SECRET;
    expect(await hide(text)).toBe(text.replace(value, ""));
  });
});

test.each([
  '"js-tokens": "^4.0.0",',
  '"jsonwebtoken": "~9.0.2-beta.1",',
  '"@secretlint/core": "11.7.1",',
  '    Token: "#dcdccc",',
  "const password: string = getPassword2();",
  "const token = input.token || defaults.token2;",
  "deploy --token --port 8080x1",
  "The password must8have two2 digits",
  "docker run -u 1000:1000 node:20",
  "<Token>{token2.value3}</Token>",
])("ordinary text stays: %s", async (text) => {
  expect(await hide(text)).toBe(text);
});

test("finding secrets leaves nothing behind in the process", async () => {
  await redactor.findSecrets("once");
  const before = performance.getEntries().length;
  for (let time = 0; time < 20; time += 1) await redactor.findSecrets(`TOKEN=${SECRET}${time}\n`);
  expect(performance.getEntries().length).toBe(before);
});

test("the rules answer what they answer in secretlint itself", async () => {
  const random = "a1B2c3D4e5F6".repeat(3);
  const text = `\ufeffa ghp_${random}\nb npm_${random}\nSG.${random.slice(0, 22)}.${(random + random).slice(0, 43)}\nlin_api_${(random + random).slice(0, 40)}\n`;
  const find = await loadSecretlint();
  const config = { rules: rules.map((rule) => ({ id: rule.meta.id, rule, options: {} })) };
  const source = { content: text.slice(1), filePath: "/text", ext: "", contentType: "text" as const };
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  const found = await find(text);
  expect(found.map(({ start, end }) => [start - 1, end - 1]).sort()).toEqual(
    messages.map(({ range }) => [...range]).sort(),
  );
  expect(found.length).toBeGreaterThan(3);
});
