// Parses the host form: a host, or a problem per field.
import type { ConfiguredHost, HostSpec, SshSpec } from '#core/model/host.ts'
import { sshSpecSchema } from '#core/model/host.ts'
import { textOrNull } from './server-form.ts'

/** Node that sends load: the first one found on the host, or always our copy. */
export const loadNodes = ['found', 'ours'] as const

export type HostFormText = Readonly<
  Record<'name' | 'destination' | 'user' | 'port' | 'identityFile', string>
> &
  Readonly<{ loadNode: (typeof loadNodes)[number] }>

export const emptyHostForm: HostFormText = {
  name: '',
  destination: '',
  user: '',
  port: '',
  identityFile: '',
  loadNode: 'found',
}

type HostReading = Readonly<{ spec: SshSpec | null; problems: readonly 'port'[] }>

export function readHostForm(text: HostFormText): HostReading {
  const port = textOrNull(text.port)
  const reading = sshSpecSchema.safeParse({
    kind: 'ssh',
    destination: text.destination.trim(),
    user: textOrNull(text.user),
    port: port === null ? null : Number(port),
    identityFile: textOrNull(text.identityFile),
    ...(text.loadNode === 'ours' && { loadNode: text.loadNode }),
  })
  if (reading.success) return { spec: reading.data, problems: [] }
  const isPort = reading.error.issues.some(({ path }) => path[0] === 'port')
  return { spec: null, problems: isPort ? ['port'] : [] }
}

export function hostFormOf(name: string, spec: HostSpec): HostFormText {
  if (spec.kind === 'local') return { ...emptyHostForm, name }
  return {
    name,
    destination: spec.destination,
    user: spec.user ?? '',
    port: spec.port === null ? '' : String(spec.port),
    identityFile: spec.identityFile ?? '',
    loadNode: spec.loadNode ?? 'found',
  }
}

export function configuredAddress({ user, address, port, jumps }: ConfiguredHost): string {
  const usual = port === 22 ? '' : `:${port}`
  const way = jumps.length === 0 ? '' : ` ← ${jumps.join(' ← ')}`
  return `${user}@${address}${usual}${way}`
}
