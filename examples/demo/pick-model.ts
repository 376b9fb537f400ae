// Chooses the model of the demo: a real one where a key and the provider's package are there, else the script.

import type { LanguageModel } from "ai";
import { createScriptedModel } from "../support/scripted-model.js";
import { SCRIPT } from "./task.js";

interface Provider {
  readonly key: string;
  readonly packageName: string;
  readonly exportName: string;
  readonly modelId: string;
}

const PROVIDERS: readonly Provider[] = [
  { key: "ANTHROPIC_API_KEY", packageName: "@ai-sdk/anthropic", exportName: "anthropic", modelId: "claude-sonnet-4-5" },
  { key: "OPENAI_API_KEY", packageName: "@ai-sdk/openai", exportName: "openai", modelId: "gpt-5" },
];

/** A model, and how the demo names it. */
export interface PickedModel {
  readonly model: LanguageModel;
  readonly name: string;
}

/** Picks the model; `DEMO_MODEL` names another one of the same provider. */
export async function pickModel(): Promise<PickedModel> {
  const provider = PROVIDERS.find(({ key }) => process.env[key] !== undefined);
  if (provider === undefined) {
    return pickScript("the environment holds no ANTHROPIC_API_KEY or OPENAI_API_KEY");
  }
  const create = await importProvider(provider);
  if (create === null) return pickScript(`${provider.packageName} is not installed`);
  const modelId = process.env["DEMO_MODEL"] ?? provider.modelId;
  return { model: create(modelId), name: modelId };
}

function pickScript(reason: string): PickedModel {
  return { model: createScriptedModel(SCRIPT), name: `a script, since ${reason}` };
}

async function importProvider(provider: Provider): Promise<((modelId: string) => LanguageModel) | null> {
  try {
    const module: Record<string, (modelId: string) => LanguageModel> = await import(provider.packageName);
    return module[provider.exportName] ?? null;
  } catch {
    return null;
  }
}
