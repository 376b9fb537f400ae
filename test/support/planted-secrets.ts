// Texts with a random secret in them, of every rule and in every notation.

import fc from "fast-check";
import { PRIVATE_KEY } from "./secrets.js";

/** A text, and the part of it that must not be seen. */
export interface Planted {
  readonly before: string;
  readonly secret: string;
  readonly after: string;
}

type Notation = (secret: string) => Planted;

const WORD = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
const text = (characters: string, length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: length, maxLength: length });
export const letters = (length: number): fc.Arbitrary<string> =>
  text(`${WORD}23456789`, length - 4).map((random) => `a7${random}k3`);

function token(prefix: string, random: fc.Arbitrary<string>, suffix = ""): fc.Arbitrary<string> {
  return random.map((characters) => `${prefix}${characters}${suffix}`);
}

/** A token of every rule that knows its secret by its form. */
const TOKENS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  awsId: token("AKIA", text("ABCDEFGHIJ234567", 16)),
  stripe: token("sk_live_", letters(24)),
  stripeHook: token("whsec_", letters(32)),
  google: token("AIza", letters(35)),
  webToken: fc.tuple(letters(20), letters(30), letters(43)).map(([a, b, c]) => `eyJ${a}.eyJ${b}.${c}`),
  github: token("ghp_", letters(36)),
  githubLong: token("gho_", letters(400)),
  githubFine: token("github_pat_", letters(82)),
  gitlab: token("glpat-", letters(20)),
  slack: fc.tuple(text("123456", 12), letters(24)).map(([id, key]) => `xoxb-${id}-${key}`),
  slackHook: fc
    .tuple(letters(9), letters(24))
    .map(([id, key]) => `https://hooks.slack.com/services/T${id}/B${id}/${key}`),
  npm: token("npm_", letters(36)),
  huggingFace: token("hf_", letters(34)),
  openAi: fc.tuple(letters(20), letters(20)).map(([a, b]) => `sk-${a}T3BlbkFJ${b}`),
  openAiProject: fc.tuple(letters(74), letters(74)).map(([a, b]) => `sk-proj-${a}T3BlbkFJ${b}`),
  anthropic: token("sk-ant-api03-", letters(93), "AA"),
  sendgrid: fc.tuple(letters(22), letters(43)).map(([a, b]) => `SG.${a}.${b}`),
  shopify: token("shpat_", letters(32)),
  linear: token("lin_api_", letters(40)),
  onePassword: letters(120).map(
    (random) =>
      `ops_${Buffer.from(JSON.stringify({ key: random, more: "aa" }))
        .toString("base64")
        .replace(/=+$/, "")}`,
  ),
};

const anyToken = fc.oneof(
  ...Object.entries(TOKENS).map(([name, secret]) => secret.map((value) => ({ rule: name, value }))),
);

/** Passwords: `start` and `end` are no punctuation, so that it can be told where one ends without quotes. */
const password = (marks: string): fc.Arbitrary<string> =>
  fc
    .tuple(text(WORD, 2), text(`${WORD}0123456789${marks}`, 8), fc.constantFrom("4x7", "99z", "1Q2"))
    .map((parts) => parts.join(""));

/** Without quotes, what could be a name or a call is taken for one; a tilde tells it from those. */
const barePassword = (marks: string): fc.Arbitrary<string> => password(marks).map((secret) => `k~${secret}`);

const plant = (before: string, after: string, write: (secret: string) => string = (secret) => secret): Notation => {
  return (secret) => ({ before: `${before}`, secret: write(secret), after });
};

export const inJson = (secret: string): string => JSON.stringify(secret).slice(1, -1);
export const inJsonTwice = (secret: string): string => inJson(inJson(secret));
const inSingle = (secret: string): string => secret.replace(/[\\']/g, "\\$&");

/** Notations that say where the value ends, whatever characters it has. */
const QUOTED: readonly Notation[] = [
  plant('{\n  "near": "neighbour",\n  "password": "', '",\n  "port": 1\n}\n', inJson),
  plant('{"near":"neighbour","api_key":"', '","port":1}', inJson),
  plant('{"body":"{\\"near\\":\\"neighbour\\",\\"password\\":\\"', '\\",\\"port\\":1}","more":2}', inJsonTwice),
  plant('near: neighbour\npassword: "', '"\nport: 1\n', inJson),
  plant("near: neighbour\npassword: '", "'\nport: 1\n", (secret) => secret.replaceAll("'", "''")),
  plant('[db]\nnear = "neighbour"\npassword = "', '"\nport = 1\n', inJson),
  plant('near = "neighbour"\ntoken = """', '"""\nport = 1\n', inJson),
  plant('export NEAR=neighbour DB_PASSWORD="', '" PORT=1\n', inJson),
  plant('const near = "neighbour", token = "', '", port = 1;\n', inJson),
  plant("call({ near: 'neighbour', clientSecret: '", "', port: 1 });\n", inSingle),
  plant("const near = `neighbour`, apiKey = `", "`, port = 1;\n", (secret) => secret.replace(/[\\`$]/g, "\\$&")),
  plant("neighbour();\nconst password =\n  '", "';\nport();\n", inSingle),
  plant('<?php $near = "neighbour"; $c["password"] = "', '"; $port = 1;', inJson),
];

/** Notations in which the value ends with its line, or at a blank. */
const BARE: readonly Notation[] = [
  plant("NEAR=neighbour\nDB_PASSWORD=", "\nPORT=1\n"),
  plant("export NEAR=neighbour\r\nexport API_TOKEN=", "\r\nexport PORT=1\r\n"),
  plant("near: neighbour\npassword: ", "\nport: 1\n"),
  plant("list:\n  - near: neighbour\n    password: ", "  # of the database\n    port: 1\n"),
  plant("near: neighbour\npassword:\n  ", "\nport: 1\n"),
  plant("near: neighbour\npassword: |\n  ", "\nport: 1\n"),
  plant("near: neighbour\r\npassword: >-\r\n    ", "\r\nport: 1\r\n"),
  plant("[db]\nnear = neighbour\npassword = ", "\nport = 1\n"),
  plant("near.name=neighbour\nspring.datasource.password=", "\nport=1\n"),
  plant("login --near neighbour --password=", " --port 1\n"),
];

/** Notations in which what stands around the value ends it. */
const ENCLOSED: readonly Notation[] = [
  plant("GET /a?near=neighbour&token=", "&port=1 HTTP/1.1\n"),
  plant("https://neighbour.example/a?access_token=", "#port\n"),
  plant("Server=neighbour;Password=", ";Port=1\n"),
  plant("{near: neighbour, password: ", ", port: 1}\n"),
  plant("connect(neighbour,\n  password=", ")\nport(1)\n"),
  plant("<p>neighbour</p><b>token=", "</b><i>port 1</i>\n"),
  plant('{"env":"NEAR=neighbour\\nDB_PASSWORD=', '\\nPORT=1\\n","port":1}'),
  plant('run("neighbour --password=', '", 1);\n'),
  plant("Near: neighbour\r\nX-Api-Key: ", "\r\nPort: 1\r\n"),
  plant("//neighbour.example/:_authToken=", "\nport=1\n"),
];

const ADDRESSES: readonly Notation[] = [
  plant('near: "neighbour"\ndb: "postgres://app:', '@db.example.com:5432/x",\nport: 1\n'),
  plant('{"near":"neighbour","url":"mongodb+srv://app:', '@db/x?y=z","port":1}'),
  plant('{"near":"neighbour","url":"mysql:\\/\\/app:', '@db.internal\\/x","port":1}'),
  plant("NEAR=neighbour\nREDIS_URL=redis://:", "@cache:6379\nPORT=1\n"),
  plant("git clone https://neighbour:", "@example.com/a/@b.git\n"),
];

const HEADERS: readonly Notation[] = [
  plant("Near: neighbour\r\nAuthorization: Bearer ", "\r\nPort: 1\r\n"),
  plant('fetch(neighbour, { headers: { Authorization: "Bearer ', '", Port: 1 } });\n'),
  plant("Near: neighbour\r\nCookie: a=1; lang=en; session=", "; theme=dark\r\n"),
  plant('{"near":"neighbour","Cookie":"sid=', '; b=2","port":1}'),
];

const AWS: readonly Notation[] = [...QUOTED.slice(0, 6), ...BARE.slice(0, 5)].map((notation) => (secret) => {
  const { before, ...rest } = notation(secret);
  const name = before.replace(/(?:DB_PASSWORD|API_TOKEN|password|api_key)(?=\W*$)/, "AWS_SECRET_ACCESS_KEY");
  return { before: name, ...rest };
});

export const planted: fc.Arbitrary<Planted> = fc.oneof(
  fc.tuple(anyToken, fc.constantFrom(...QUOTED, ...BARE)).map(([{ value }, notation]) => notation(value)),
  fc
    .tuple(anyToken, fc.constantFrom(...QUOTED, ...BARE))
    .map(([{ value }, notation]) => notation(value))
    .map(({ before, ...rest }) => ({
      before: before.replace(/password|api_key|token|clientSecret|apiKey/i, "value"),
      ...rest,
    })),
  fc
    .tuple(password("$:(,/;#&@!%^*~.?|=+-<>[]{}\"'`\\"), fc.constantFrom(...QUOTED))
    .map(([secret, notation]) => notation(secret)),
  fc.tuple(barePassword("$:(,/@!%^*~.?|=+-"), fc.constantFrom(...BARE)).map(([secret, notation]) => notation(secret)),
  fc.tuple(barePassword("!%^*~.=+-"), fc.constantFrom(...ENCLOSED)).map(([secret, notation]) => notation(secret)),
  fc.tuple(password("$:(,/!%^*~.=+-"), fc.constantFrom(...ADDRESSES)).map(([secret, notation]) => notation(secret)),
  fc.tuple(letters(32), fc.constantFrom(...HEADERS)).map(([secret, notation]) => notation(secret)),
  fc
    .tuple(
      text(`${WORD}0123456789/+`, 36).map((part) => `a7${part}k3`),
      fc.constantFrom(...AWS),
    )
    .map(([secret, notation]) => notation(secret)),
  fc.constantFrom<Planted>(
    { before: '{"near":"neighbour","private_key":"', secret: inJson(PRIVATE_KEY.join("\n")), after: '\\n","port":1}' },
    { before: "neighbour\n", secret: PRIVATE_KEY.join("\n"), after: "\nport\n" },
  ),
);
