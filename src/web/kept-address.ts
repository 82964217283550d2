// Port and token of `kneepoint web`, stored so that bookmarks, open tabs and scripts work after a restart. Only the owner can
// read the file.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { newToken } from './access.ts'

type WebAddress = Readonly<{ port: number; token: string }>

/** Versions before 2 passed the token to the browser as an argument, where every user of the machine could read it. */
const fileVersion = 2

const fileSchema = z.object({
  version: z.int().default(1),
  port: z.int().min(0).max(65535),
  token: z.string().regex(/^[\w-]{43}$/),
})

/** Selects a new token and any free port if the file is unusable; only a new token if other users may have read it. */
export function keptAddress(file: string): WebAddress {
  try {
    const { version, port, token } = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { port, token: version < fileVersion ? newToken() : token }
  } catch {
    // Missing, truncated or edited: a new address replaces it at no cost.
    return { port: 0, token: newToken() }
  }
}

export function keepAddress(file: string, { port, token }: WebAddress): void {
  writeFileSync(file, JSON.stringify({ version: fileVersion, port, token }), { mode: 0o600 })
  // The mode above applies only to a new file.
  chmodSync(file, 0o600)
}
