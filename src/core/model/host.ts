// A machine servers are launched on: this computer, or one reached over SSH.
import { z } from 'zod'

export const localSpecSchema = z.object({ kind: z.literal('local') })

export const sshSpecSchema = z.object({
  kind: z.literal('ssh'),
  /** A name from ~/.ssh/config or an address; the settings below come before those of the file. */
  destination: z.string().min(1),
  user: z.string().min(1).nullable().default(null),
  port: z.int().min(1).max(65535).nullable().default(null),
  identityFile: z.string().min(1).nullable().default(null),
})

export const hostSpecSchema = z.discriminatedUnion('kind', [localSpecSchema, sshSpecSchema])

export type SshSpec = z.infer<typeof sshSpecSchema>
export type HostSpec = z.infer<typeof hostSpecSchema>
