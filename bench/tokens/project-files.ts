// The files that the tools are asked about: small enough to count, shaped like source code.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const MODULES = 8;
const HITS_A_MODULE = 5;
const COMPONENTS = 100;
const LONG_FILE_LINES = 1000;

/** The file that is read and edited. */
export const LONG_FILE = "src/orders/order-service.ts";
/** The directory that is listed, and the pattern that finds its files. */
export const COMPONENTS_DIRECTORY = "src/components";
export const COMPONENTS_PATTERN = "src/components/**/*.tsx";
/** The text that occurs 40 times in 8 files. */
export const WANTED_TEXT = "resolveCustomer(";
/** The edit that applies. */
export const GOOD_EDIT = { oldText: "total601 = sum(601,", newText: "total601 = sumRounded(601," };
/** The edit that does not: three lines are like its text, none is equal. */
export const BAD_EDIT = { oldText: "const discount = applyDiscount(order, 40);", newText: "const discount = 0;" };

/** Writes all files below a root. */
export async function writeProjectFiles(root: string): Promise<void> {
  for (const directory of ["src/orders", "src/modules", COMPONENTS_DIRECTORY]) {
    await mkdir(join(root, directory), { recursive: true });
  }
  await writeFile(join(root, LONG_FILE), longFile());
  for (let index = 0; index < MODULES; index++) {
    await writeFile(join(root, `src/modules/billing-module-${index}.ts`), moduleFile(index));
  }
  for (let index = 0; index < COMPONENTS; index++) {
    const name = `order-panel-${String(index).padStart(3, "0")}.tsx`;
    await writeFile(
      join(root, COMPONENTS_DIRECTORY, name),
      `export const Panel${index} = () => <div>{${index}}</div>;\n`,
    );
  }
}

function longFile(): string {
  const line = (number: number): string =>
    number % 300 === 0
      ? `  const discount = applyDiscounts(order, ${number});`
      : `  const total${number} = sum(${number}, order.lines[${number % 7}].price); // net`;
  return `${Array.from({ length: LONG_FILE_LINES }, (_, index) => line(index + 1)).join("\n")}\n`;
}

function moduleFile(module: number): string {
  const hit = (index: number): string[] => [
    `  const customer${index} = await ${WANTED_TEXT}request.body.customer${index}, { module: ${module} });`,
    `  if (customer${index} === null) return notFound("customer ${index}");`,
    "  // Nothing to bill before the first order.",
  ];
  return `${Array.from({ length: HITS_A_MODULE }, (_, index) => hit(index))
    .flat()
    .join("\n")}\n`;
}
