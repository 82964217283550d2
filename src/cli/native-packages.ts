// Errors for missing packages with native code, which are optional when Kneepoint is installed as a package.
import { appError } from '#core/model/app-error.ts'

const nativePackages = ['better-sqlite3', 'tokenizers'] as const

/** An error of Node's loader that concerns a native package, in words; any other error as it is. */
export function withPackageNamed(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const name = nativePackages.find((candidate) => error.message.includes(candidate))
  if (name === undefined) return error
  if (error.code === 'ERR_MODULE_NOT_FOUND') {
    return appError('internal', 'cli.packageMissing', { name }, { cause: error })
  }
  if (error.code !== 'ERR_DLOPEN_FAILED') return error
  return appError('internal', 'cli.packageBroken', { name, why: error.message }, { cause: error })
}
