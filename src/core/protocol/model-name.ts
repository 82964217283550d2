// Compares model names. Servers and gateways write a model with or without its organisation, path, tag or date.

/** `answered` is the name in the response to a request for `requested`. */
export function isSameModel(requested: string, answered: string): boolean {
  const [one, other] = [baseName(requested), baseName(answered)]
  if (one === other) return true
  // A response may name a fine-tuned model by its base: ft:gpt-4o-mini:organisation::id.
  if (requested.startsWith('ft:') && isSameModel(requested.split(':')[1] ?? '', answered)) {
    return true
  }
  if (one.endsWith('-latest')) return undated(one) === undated(other)
  return one === undated(other) || other === undated(one)
}

/** Returns "name" for "org/Name", a path to its weights, and a snapshot in the Hugging Face cache. */
function baseName(name: string): string {
  const cached = /models--(?:.*--)?(.+?)\/snapshots\//.exec(name)?.[1]
  const last = (cached ?? name).replace(/\/+$/, '').split(/[/\\]/).at(-1) ?? name
  return last
    .toLowerCase()
    .replace(/\.(gguf|safetensors|bin|onnx|engine)$/, '')
    .replace(/:(latest|free|nitro|floor)$/, '')
}

/**
 * Strips the date or number of a snapshot from "gpt-4o-2024-08-06", "claude-sonnet-4-20250514", "gpt-4-0613",
 * "mistral-large-2407", "gemini-1.5-pro-002", "model@1", and the alias "claude-3-5-sonnet-latest".
 */
function undated(name: string): string {
  return name.replace(
    /[-@:](?:latest|v?\d{4}-?\d{2}-?\d{2}|0\d{2}|(?:0[1-9]|1[0-2])[0-3]\d|2\d(?:0[1-9]|1[0-2])|(?<=[@:])v?\d+)$/,
    '',
  )
}
