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

const OTHER = "q9w8e7r6t5y4u3";
const hideBoth = (text: string): string => text.replace(SECRET, "").replace(OTHER, "");

describe("each of several values is hidden", () => {
  test.each([
    `Cookie: a=1; sid=${SECRET}; csrf=${OTHER}; lang=en\n`,
    `Cookie: sid=${SECRET}; csrf="${OTHER}"; lang=en\n`,
    `Cookie: theme=dark; sid=${SECRET},csrf=${OTHER}\n`,
    `Set-Cookie: sid=${SECRET}; Path=/a1b2c3d4; Domain=h1.example.com; HttpOnly`,
    `{"cookie":"a=1; sid=${SECRET}; csrf=${OTHER}","port":1}`,
    `{"Cookie":"sid=\\"${SECRET}\\"; csrf=${OTHER}","port":1}`,
    `curl -H 'Cookie: a=${SECRET}; b=${OTHER}' https://h/x`,
    `curl -b "a=${SECRET}; b=${OTHER}" https://h/x`,
    `headers.cookie = \`a=${SECRET}; b=${OTHER}\`;`,
    `request.setHeader("Cookie", "a=${SECRET}; b=${OTHER}");`,
    `tokens:\n  - ${SECRET}\n  - "${OTHER}"\nport: 1\n`,
    `passwords:\n- ${SECRET}\n- ${OTHER}\nport: 1\n`,
    `password: |\n  ${SECRET}\n  ${OTHER}\nport: 1\n`,
  ])("%s", async (text) => {
    expect(await hide(text)).toBe(hideBoth(text));
  });
});

describe("a value is hidden whatever characters it has", () => {
  test.each([
    ...["$12abcdef", "$ecret12345", "$2b$10$abcdefghijklmnopqrstuv", "ab$12cd", "$$3cret$$99", "Pa$$w0rd"].map(
      (value) => [`password = "${value}"`, value],
    ),
    ["DB_PASSWORD=$2b$10$abcdefghijklmnopqrstuv\n", "$2b$10$abcdefghijklmnopqrstuv"],
    ['password = "ab\\"cd12ef"', 'ab\\"cd12ef'],
    ["password = 'ab\\'cd12ef'", "ab\\'cd12ef"],
    ["run('password=\\'ab12cd34\\'')", "ab12cd34"],
    ["const token = `ab1$2cd3`;", "ab1$2cd3"],
    ["**password**: `hunter2hunter2`", "hunter2hunter2"],
    ["the password is `hunter2hunter2` here", "hunter2hunter2"],
    ["<b>token=a1&amp;b2c3d4e5</b>", "a1&amp;b2c3d4e5"],
    ["<b>password=Ab:c(d,e1234</b>", "Ab:c(d,e1234"],
    ["<b>token</b>: <code>a1b2c3d4e5</code>", "a1b2c3d4e5"],
    ["<b>token=<i>a1b2c3d4e5</i></b>", "a1b2c3d4e5"],
    ["<td>password</td><td>a1b2c3d4e5</td>", "a1b2c3d4e5"],
    ['<string name="api_key">a1b2c3d4e5</string>', "a1b2c3d4e5"],
    ['<password type="x">\n  a1b2c3d4e5\n</password>', "a1b2c3d4e5"],
    ["<password><![CDATA[a1b2c3d4e5]]></password>", "a1b2c3d4e5"],
    ...[
      "password:",
      "password: >",
      "password: |",
      "password: >-",
      "password: |2-",
      "password: # note",
      "password: !!str",
    ].map((head) => [`a: 1\n${head}\n    hunter2-xx9\nport: 1\n`, "hunter2-xx9"]),
    ["password:\n\n  hunter2-xx9\nport: 1\n", "hunter2-xx9"],
    ["password: &name hunter2-xx9\n", "hunter2-xx9"],
    ["- password:\n    hun(ter2,xx:9\n", "hun(ter2,xx:9"],
    ...["ab:cd12ef", "ab(cd12ef", "ab,cd12ef", "Abc(1def", "hunter2(x", "p,w1x9zq", "Tr0ub4dor,&3(x"].flatMap(
      (value) => [
        [`password: ${value}\nport: 1\n`, value],
        [`export PASSWORD=${value}\n`, value],
        [`{ password: '${value}', port: 1 }`, value],
      ],
    ),
    ["{password: ab:cd12ef, port: 1}", "ab:cd12ef"],
    ...["pa/ss12w", "pass/word", "p/a/ss1", "12/ab34", "a:b(c,d1/x", "/w0rd12"].map((value) => [
      `db: postgres://app:${value}@db.internal:5432/x?y=z`,
      value,
    ]),
    ["redis://app:pa/ss12w@[::1]:6379/0", "pa/ss12w"],
    ["Authorization: Basic YTpi\n", "YTpi"],
    ['{"Authorization":"Basic dXNlcjpw","port":1}', "dXNlcjpw"],
    ["Authorization: Bearer abc123\n", "abc123"],
    ["Authorization: abcdef123456\n", "abcdef123456"],
    ["define('DB_PASSWORD', 'abc123def');", "abc123def"],
    ["define( 'AUTH_KEY', 'a1 b2*c3 d4!e5 f6^g7' );", "a1 b2*c3 d4!e5 f6^g7"],
    ['config.set("db.password", "abc123def")', "abc123def"],
    ["mysql -u root -pSECRET app", "SECRET"],
    ["mysqldump -h db -p's cret' app > x", "s cret"],
    ["sshpass -p hunter2 ssh h", "hunter2"],
    ["docker login -u a -p hunter2 h", "hunter2"],
    ["curl -u user:pass123 https://h/x", "pass123"],
  ])("%s", async (text, value) => {
    expect(await hide(text ?? "")).toBe((text ?? "").replace(value ?? "", () => ""));
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
  'password = "$DB_PASSWORD1"',
  "password: $" + "{PASSWORD:-x1y2z3}",
  "PASSWORD=$(pass show db2x3)",
  "mysql -p$MYSQL_PASSWORD app",
  "Basic types are described in chapter12",
  "const cookie = parse(request.headers.cookie1, options22);",
  "http://localhost:8080/a/b2@x",
  "t('password2', 'Enter it')",
  "tokens:\n  - type: string12\n",
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
