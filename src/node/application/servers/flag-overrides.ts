// Flags that a sweep merges into a server's own flags, for as long as it needs them.
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import type { Server } from '#core/model/server.ts'

export type Flags = Readonly<Record<string, ServeFlagValue>>

/** By name; null keeps the value of the server's own profile. */
export type FlagOverrides = Readonly<Record<string, ServeFlagValue | null>>

export function withFlags(own: Flags, overrides: FlagOverrides): Record<string, ServeFlagValue> {
  const said = Object.entries(overrides).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  )
  return { ...own, ...Object.fromEntries(said) }
}

/** Whether the running server was started with the overridden values; ignores all other flags. */
export function runsWith(running: Flags, own: Flags, overrides: FlagOverrides): boolean {
  return Object.keys(overrides).every(
    (name) => JSON.stringify(running[name]) === JSON.stringify(overrides[name] ?? own[name]),
  )
}

/** Flags of the server's own profile. */
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
