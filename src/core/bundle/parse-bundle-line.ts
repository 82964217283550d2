// Reads a line of a bundle from a stranger: it is what its schema says, or refused in a sentence.
import { z } from 'zod'
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '../model/app-error.ts'
import { issueText } from '../model/issue-text.ts'
import { bundleLineSchema, bundleVersion, type BundleLine } from './bundle-line.ts'

const kindSchema = z.object({ kind: z.string() })
const versionSchema = z.object({ version: z.int() })
const knownKinds: readonly string[] = bundleLineSchema.options.map(({ shape }) => shape.kind.value)

/** Null for a line of a kind that later versions have added. Throws `invalid-input`. */
export function parseBundleLine(text: string): BundleLine | null {
  const value = parsedJson(text)
  const { data } = kindSchema.safeParse(value)
  if (data === undefined) throw broken(message('files.notABundleLine'))
  requireVersion(value, data.kind)
  if (!knownKinds.includes(data.kind)) return null
  const parsed = bundleLineSchema.safeParse(value, { error: issueText })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw broken(
    message('common.of', {
      name: issue?.path.join('.') ?? data.kind,
      text: issue?.message ?? message('files.unexpectedForm'),
    }),
  )
}

function requireVersion(value: unknown, kind: string): void {
  if (kind !== 'kneepoint-bundle') return
  const { data } = versionSchema.safeParse(value)
  if (data === undefined || data.version <= bundleVersion) return
  throw new AppError(
    'unsupported',
    message('files.bundleTooNew', { version: data.version, newest: bundleVersion }),
    { remedy: message('files.bundleTooNew.remedy') },
  )
}

/** Requests hold no names of their own, and there are many of them. */
function parsedJson(text: string): unknown {
  try {
    return text.startsWith('{"kind":"request"')
      ? (JSON.parse(text) as unknown)
      : (JSON.parse(text, withoutPrototype) as unknown)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError)
      throw broken(message('files.notJsonLine'))
    throw error
  }
}

/** No record may bring a prototype along. */
function withoutPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}

function broken(why: Text): AppError {
  return new AppError('invalid-input', why, {
    remedy: message('files.writeBundleAgain'),
  })
}
