// The pools of a prefill/decode pair.

export const poolKinds = ['prefill', 'decode'] as const

/** Pool of an instance by its name: `prefill-0`. */
export function poolOf(instance: string): PoolKind {
  return instance.startsWith('decode') ? 'decode' : 'prefill'
}

export type PoolKind = (typeof poolKinds)[number]
