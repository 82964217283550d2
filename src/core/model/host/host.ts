// A machine servers are launched on: this computer, or one reached over SSH.
import { z } from 'zod'
import { epochMsSchema } from '../bounded-schemas.ts'
import { textSchema } from '../../messages/text-schema.ts'
import { appErrorCodes } from '../app-error.ts'
import { hostFactsSchema } from './host-facts.ts'

const localSpecSchema = z.object({ kind: z.literal('local') })

export const sshSpecSchema = z.object({
  kind: z.literal('ssh'),
  /** A name from ~/.ssh/config or an address; the settings below come before those of the file. */
  destination: z.string().min(1),
  user: z.string().min(1).nullable().default(null),
  port: z.int().min(1).max(65535).nullable().default(null),
  identityFile: z.string().min(1).nullable().default(null),
  /** The load generator runs on the Node we send, though another one may be there; else the one found comes first. */
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
  /** As last reported; null until it was asked. */
  facts: hostFactsSchema.nullable(),
})

/** A name that ~/.ssh/config knows, and what it stands for. */
export const configuredHostSchema = z.object({
  alias: z.string(),
  address: z.string(),
  user: z.string(),
  port: z.int(),
  /** Machines to pass on the way. */
  jumps: z.array(z.string()),
  /** Why it cannot be reached from here; null where it can. */
  problem: textSchema.nullable(),
})

/** What a user must answer before a connection can be made. */
export const hostQuestionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('host-key'),
    id: z.string(),
    hostId: z.string(),
    /** The one that asks: the host, or one on the way to it. */
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
    /** `Passphrase of ~/.ssh/id_ed25519`, or the host's own words. */
    text: textSchema,
    isEchoed: z.boolean(),
    /** Whether the operating system keeps secrets for us. */
    canBeKept: z.boolean(),
  }),
])

export const hostAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('host-key'), isTrusted: z.boolean() }),
  /** Null is "I do not want to say": the next way in is tried. */
  z.object({ kind: z.literal('secret'), secret: z.string().nullable(), isKept: z.boolean() }),
])

/** This computer is always among the hosts. */
export const localHostId = 'local'

export type SshSpec = z.infer<typeof sshSpecSchema>
export type HostSpec = z.infer<typeof hostSpecSchema>
export type HostConnection = z.infer<typeof hostConnectionSchema>
export type Host = z.infer<typeof hostSchema>
export type ConfiguredHost = z.infer<typeof configuredHostSchema>
export type HostQuestion = z.infer<typeof hostQuestionSchema>
export type HostAnswer = z.infer<typeof hostAnswerSchema>
