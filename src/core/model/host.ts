// A machine that runs servers: this computer, or one reached over SSH.
import { z } from 'zod'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'
import { textSchema } from '#core/messages/text-schema.ts'
import { appErrorCodes } from './app-error.ts'
import { hostFactsSchema } from './host-facts.ts'

const localSpecSchema = z.object({ kind: z.literal('local') })

export const sshSpecSchema = z.object({
  kind: z.literal('ssh'),
  /** A name from ~/.ssh/config or an address. The settings below override the file. */
  destination: z.string().min(1),
  user: z.string().min(1).nullable().default(null),
  port: z.int().min(1).max(65535).nullable().default(null),
  identityFile: z.string().min(1).nullable().default(null),
  /** Forces the uploaded Node for the load generator; by default a Node found on the host is preferred. */
  loadNode: z.literal('ours').optional(),
})

export const hostSpecSchema = z.discriminatedUnion('kind', [localSpecSchema, sshSpecSchema])

const hostConnectionSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('closed') }),
  z.object({ state: z.literal('connecting') }),
  z.object({ state: z.literal('open'), sinceEpochMs: epochMsSchema }),
  z.object({
    state: z.literal('failed'),
    code: z.enum(appErrorCodes),
    message: textSchema,
    remedy: textSchema.nullable(),
  }),
])

export const hostSchema = z.object({
  id: z.string(),
  name: z.string(),
  spec: hostSpecSchema,
  createdAtEpochMs: epochMsSchema,
  connection: hostConnectionSchema,
  /** Last report; null before the first. */
  facts: hostFactsSchema.nullable(),
})

/** A name in ~/.ssh/config with its settings. */
export const configuredHostSchema = z.object({
  alias: z.string(),
  address: z.string(),
  user: z.string(),
  port: z.int(),
  /** Jump hosts. */
  jumps: z.array(z.string()),
  /** Why it cannot be reached from here; null if it can. */
  problem: textSchema.nullable(),
})

/** Question that the user must answer before a connection is possible. */
export const hostQuestionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('host-key'),
    id: z.string(),
    hostId: z.string(),
    /** Machine with the question: the host, or a jump host. */
    machine: z.string(),
    keyType: z.string(),
    /** `SHA256:…`, as OpenSSH prints it. */
    fingerprint: z.string(),
  }),
  z.object({
    kind: z.literal('secret'),
    id: z.string(),
    hostId: z.string(),
    machine: z.string(),
    /** `Passphrase of ~/.ssh/id_ed25519`, or the host's own prompt. */
    text: textSchema,
    isEchoed: z.boolean(),
    /** Whether the operating system can store secrets for us. */
    canBeKept: z.boolean(),
  }),
])

export const hostAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('host-key'), isTrusted: z.boolean() }),
  /** Null declines; SSH then tries the next authentication method. */
  z.object({ kind: z.literal('secret'), secret: z.string().nullable(), isKept: z.boolean() }),
])

/** Id of this computer, which is always among the hosts. */
export const localHostId = 'local'

export type SshSpec = z.infer<typeof sshSpecSchema>
export type HostSpec = z.infer<typeof hostSpecSchema>
export type HostConnection = z.infer<typeof hostConnectionSchema>
export type Host = z.infer<typeof hostSchema>
export type ConfiguredHost = z.infer<typeof configuredHostSchema>
export type HostQuestion = z.infer<typeof hostQuestionSchema>
export type HostAnswer = z.infer<typeof hostAnswerSchema>

/** Context of the kubeconfig as a value of `--on`, and its namespace. */
export type ClusterContext = Readonly<{ on: string; namespace: string }>

/** Machines that can send a load: hosts by id, and contexts of the kubeconfig. */
export type KnownHosts = Readonly<{
  byId: ReadonlyMap<string, Host>
  clusters: readonly ClusterContext[]
}>

/** As a user would write it; empty for this computer. */
export function hostAddress(spec: HostSpec): string {
  if (spec.kind === 'local') return ''
  const user = spec.user === null ? '' : `${spec.user}@`
  const port = spec.port === null ? '' : `:${spec.port}`
  return `${user}${spec.destination}${port}`
}
