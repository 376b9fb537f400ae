// Types as a user meets them. They are checked by the compiler under both majors; at run time nothing is asserted.

import type { InferUITools, ToolSet, UIMessage } from "ai";
import {
  createFileTools,
  createInMemoryWorkspace,
  createReadTool,
  type EditInput,
  type EditOutput,
  type ExecOutput,
  InMemoryFileStore,
  isToolFailure,
  type ReadInput,
  type ReadOutput,
  type ToolFailure,
} from "ai-file-tools";
import { expectTypeOf, it } from "vitest";

const workspace = createInMemoryWorkspace();

it("a set of tools is a ToolSet", () => {
  expectTypeOf(createFileTools({ workspace })).toExtend<ToolSet>();
  expectTypeOf(createFileTools({ workspace, readOnly: true })).toExtend<ToolSet>();
});

it("a choice narrows the set", () => {
  type Keys<Tools> = keyof Tools;
  const included = createFileTools({ workspace, include: ["read", "edit"] });
  expectTypeOf<Keys<typeof included>>().toEqualTypeOf<"read" | "edit">();
  const excluded = createFileTools({ workspace, exclude: ["exec", "write"] });
  expectTypeOf<Keys<typeof excluded>>().toEqualTypeOf<
    "read" | "edit" | "grep" | "glob" | "list" | "apply_patch" | "file"
  >();
  const readOnly = createFileTools({ workspace, readOnly: true });
  expectTypeOf<Keys<typeof readOnly>>().toEqualTypeOf<"read" | "grep" | "glob" | "list">();
  const perhaps = createFileTools({ workspace, readOnly: workspace.trusted });
  expectTypeOf<Keys<typeof perhaps>>().toEqualTypeOf<"read" | "grep" | "glob" | "list">();
  // @ts-expect-error there is no such tool
  expectTypeOf(() => createFileTools({ workspace, include: ["bash"] })).toBeFunction();
});

it("inputs and outputs reach UI messages", () => {
  const tools = createFileTools({ workspace });
  type Tools = InferUITools<typeof tools>;
  expectTypeOf<Tools["read"]["input"]>().toEqualTypeOf<ReadInput>();
  expectTypeOf<Tools["read"]["output"]>().toEqualTypeOf<ReadOutput | ToolFailure>();
  expectTypeOf<Tools["edit"]["input"]>().toEqualTypeOf<EditInput>();
  expectTypeOf<Tools["edit"]["output"]>().toEqualTypeOf<EditOutput | ToolFailure>();
  expectTypeOf<Tools["exec"]["output"]>().toEqualTypeOf<ExecOutput | ToolFailure>();
  expectTypeOf<UIMessage<unknown, never, Tools>>().toHaveProperty("parts");
});

it("a tool can be called directly", async () => {
  const read = createReadTool({ store: new InMemoryFileStore({ "a.txt": "a" }) });
  const output = await read.execute({ path: "a.txt" });
  expectTypeOf(output).toEqualTypeOf<ReadOutput | ToolFailure>();
  if (isToolFailure(output)) expectTypeOf(output.error.kind).toExtend<string>();
  if ("content" in output) expectTypeOf(output.content).toEqualTypeOf<string>();
});
