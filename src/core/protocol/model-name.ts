// Whether two names are those of one model. Servers and gateways write them with or without their organisation, path, tag
// or date.

/** `answered` is the name in a response to a request for `requested`. */
export function isSameModel(requested: string, answered: string): boolean {
  const [one, other] = [baseName(requested), baseName(answered)]
  if (one === other) return true
  // A fine-tuned model may be named by its base: ft:gpt-4o-mini:organisation::id.
  if (requested.startsWith('ft:') && isSameModel(requested.split(':')[1] ?? '', answered)) {
    return true
  }
  if (one.endsWith('-latest')) return undated(one) === undated(other)
  return one === undated(other) || other === undated(one)
}

/** "org/Name", a path to its weights, and a snapshot in the cache of Hugging Face are "name". */
function baseName(name: string): string {
  const cached = /models--(?:.*--)?(.+?)\/snapshots\//.exec(name)?.[1]
  const last = (cached ?? name).replace(/\/+$/, '').split(/[/\\]/).at(-1) ?? name
  return last
    .toLowerCase()
    .replace(/\.(gguf|safetensors|bin|onnx|engine)$/, '')
    .replace(/:(latest|free|nitro|floor)$/, '')
}

/**
 * Without the date or number of a snapshot: of "gpt-4o-2024-08-06", "claude-sonnet-4-20250514", "gpt-4-0613",
 * "mistral-large-2407", "gemini-1.5-pro-002", "model@1", and of the alias "claude-3-5-sonnet-latest".
 */
function undated(name: string): string {
  return name.replace(
    /[-@:](?:latest|v?\d{4}-?\d{2}-?\d{2}|0\d{2}|(?:0[1-9]|1[0-2])[0-3]\d|2\d(?:0[1-9]|1[0-2])|(?<=[@:])v?\d+)$/,
    '',
  )
}
