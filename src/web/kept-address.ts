// Port and token of `kneepoint web`, kept so that bookmarks and open tabs work after a restart. Only the owner reads it.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { newToken } from './access.ts'

const addressSchema = z.object({
  port: z.int().min(0).max(65535),
  token: z.string().regex(/^[\w-]{43}$/),
})

type WebAddress = z.infer<typeof addressSchema>

/** A new token and any free port where nothing usable was kept. */
export function keptAddress(file: string): WebAddress {
  try {
    return addressSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Missing, cut short or edited: an address is replaced as easily as it is made.
    return { port: 0, token: newToken() }
  }
}

export function keepAddress(file: string, address: WebAddress): void {
  writeFileSync(file, JSON.stringify(address), { mode: 0o600 })
  // The mode above holds for a new file only.
  chmodSync(file, 0o600)
}
