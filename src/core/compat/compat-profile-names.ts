// The clients that can be reproduced: releases of the benchmark of vLLM, and its state at a date between two.

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

/** Other words for some of them: dates, and releases that count and send the same. */
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

/** `vllm-0.11`, `v0.11`, `0.11`, `0.11.0` are one; what is no compatibility profile comes back as written. */
export function compatProfileNamed(word: string): string {
  const [, version] = /^(?:vllm-)?v?(\d+\.\d+)(?:\.\d+)?$/i.exec(word) ?? []
  const name = version === undefined ? word.toLowerCase() : `vllm-${version}`
  return compatProfileSpellings[name] ?? name
}
