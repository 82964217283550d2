// Clients that can be reproduced: releases of vLLM's benchmark, and its state at a date between two releases.

export const compatProfileNames = [
  'kneepoint',
  'vllm-0.33',
  'vllm-0.30',
  'vllm-0.27',
  '2025-10',
  'vllm-0.11',
  'vllm-0.9',
  'vllm-0.7',
  'vllm-0.5',
] as const

export type CompatProfileName = (typeof compatProfileNames)[number]

/** Aliases: dates, and releases that send and count identically. */
export const compatProfileSpellings: Readonly<Record<string, CompatProfileName>> = {
  newest: 'vllm-0.33',
  'vllm-0.31': 'vllm-0.30',
  'vllm-0.32': 'vllm-0.30',
  'vllm-0.8': 'vllm-0.7',
  '2025-03': 'vllm-0.7',
  '2025-06': 'vllm-0.9',
  '2024': 'vllm-0.5',
  aphrodite: 'vllm-0.5',
}

/** `vllm-0.11`, `v0.11`, `0.11` and `0.11.0` are equivalent; any other text is returned unchanged. */
export function compatProfileNamed(word: string): string {
  const [, version] = /^(?:vllm-)?v?(\d+\.\d+)(?:\.\d+)?$/i.exec(word) ?? []
  const name = version === undefined ? word.toLowerCase() : `vllm-${version}`
  return compatProfileSpellings[name] ?? name
}
