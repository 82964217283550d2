// Flags a sweep lays over those a server is started with, for as long as it needs them.
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import type { Server } from '#core/model/server.ts'

export type Flags = Readonly<Record<string, ServeFlagValue>>

/** By name; null leaves the flag as the server's own profile has it. */
export type FlagOverrides = Readonly<Record<string, ServeFlagValue | null>>

export function withFlags(own: Flags, overrides: FlagOverrides): Record<string, ServeFlagValue> {
  const said = Object.entries(overrides).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  )
  return { ...own, ...Object.fromEntries(said) }
}

/** Whether what runs was started with them; of other flags nothing is asked. */
export function runsWith(running: Flags, own: Flags, overrides: FlagOverrides): boolean {
  return Object.keys(overrides).every(
    (name) => JSON.stringify(running[name]) === JSON.stringify(overrides[name] ?? own[name]),
  )
}

/** Those it has by its own profile. */
export function ownFlags({ spec }: Pick<Server, 'spec'>): Flags {
  switch (spec.kind) {
    case 'simulator':
      return spec.flags ?? {}
    case 'launched':
      return spec.profile.config.flags
    case 'attached':
      return {}
  }
}
