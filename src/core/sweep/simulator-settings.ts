// Settings of a simulated server by name, for comparisons of runs.
import type { ServerFacts } from '#core/model/server.ts'
import { shareText } from './limit-text.ts'

/** Named as in a sweep file; flags of `vllm serve` by their own names. Empty for other servers, and if unknown. */
export function simulatorSettings(
  facts: Pick<ServerFacts, 'simulator'> | null,
): ReadonlyMap<string, string> {
  const spec = facts?.simulator
  if (spec === undefined) return new Map()
  const { preset, seed, slowdown, speculation, reasoning, rejections, loraModules, flags } = spec
  return new Map([
    ['simulator', preset],
    ['seed', String(seed)],
    ...(slowdown === undefined ? [] : [['slow-down', shareText(slowdown)] as const]),
    ...Object.entries({ speculation, reasoning, rejections, 'lora-modules': loraModules }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, JSON.stringify(value)] as const]),
    ),
    ...Object.entries(flags ?? {}).map(
      ([name, value]) =>
        [`--${name}`, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  ])
}

/** Names of settings of any of the servers, in the order of the first server that has each. */
export function simulatorSettingNames(
  servers: readonly (Pick<ServerFacts, 'simulator'> | null)[],
): readonly string[] {
  return [...new Set(servers.flatMap((facts) => [...simulatorSettings(facts).keys()]))]
}
