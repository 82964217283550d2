// Host and port that a command listens on.
import { textFlagOf } from '#core/flags/flag.ts'
import { z } from 'zod'

/** `port` is the default; `summary` is the help of the port flag. */
export function listenFlags(port: number, summary: string) {
  return {
    host: textFlagOf('127.0.0.1', 'HOST', 'Address to listen on.'),
    port: {
      schema: z.int().min(0).max(65535).default(port),
      kind: 'integer',
      metavar: 'PORT',
      summary,
    },
  } as const
}
