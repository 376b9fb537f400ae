// Texts with planted secrets, made up and built from parts so that no scanner of repositories mistakes them for real ones.

/** A private key in PEM form whose lines are all different. */
export const PRIVATE_KEY: readonly string[] = [
  `-----BEGIN ${"RSA"} PRIVATE KEY-----`,
  ...Array.from({ length: 20 }, (_, line) => `MIIEow${line}QkFSb1Aq9Zt7`.padEnd(64, `Ab${line}dE`)),
  "Zm9vYmFy",
  `-----END ${"RSA"} PRIVATE KEY-----`,
];

/** Tokens, each in a line that gives it away. */
export const TOKENS: readonly { readonly line: string; readonly secret: string }[] = [
  ["github ", `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`, ""],
  ["stripe: ", `sk_${"live"}_9f8e7d6c5b4a39281706`, ""],
  ["id ", `AKIA${"Z7QX3M5KP2WNT8RV"}`, ""],
  ["jwt=", `eyJ${"hbGciOiJIUzI1"}.eyJ${"zdWIiOiIxMjM0"}.s5Kd8fJ2mQ9xLp4v`, ""],
  ['password = "', "hunter2-correct-horse-9", '"'],
  ["DB_PASSWORD=", "pg99superSecret77x", ""],
  ["url postgres://app:", "s3cr3tPgPassw0rd", "@db.example.com/x"],
  ["Authorization: Bearer ", "q8W7e6R5t4Y3u2I1o0P9", ""],
].map(([before = "", secret = "", after = ""]) => ({ line: `${before}${secret}${after}`, secret }));

/** Everything of it that must not be seen. */
export const SECRETS: readonly string[] = [...PRIVATE_KEY.slice(1, -1), ...TOKENS.map(({ secret }) => secret)];

/** Tells whether a text shows twelve characters in a row of a secret, or a shorter one whole. */
export function findLeak(text: string, secrets: readonly string[] = SECRETS): string | null {
  for (const secret of secrets) {
    const length = Math.min(12, secret.length);
    for (let start = 0; start + length <= secret.length; start += 1) {
      const part = secret.slice(start, start + length);
      if (text.includes(part)) return part;
    }
  }
  return null;
}
