// Secrets stored across restarts: encrypted with the operating system's store, in one file beside the database.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { SafeStorage } from 'electron'
import { z } from 'zod'
import type { SecretStore } from '#node/application/secret-store.ts'

type Cipher = Pick<
  SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>

/** Encrypted values in base64, by name. */
const fileSchema = z.record(z.string(), z.string())

export function openSecretStore(
  cipher: Cipher,
  { file, platform }: Readonly<{ file: string; platform: NodeJS.Platform }>,
): SecretStore {
  /** Evaluated late, because on some systems the check itself prompts the user. */
  const canKeep = () => cipher.isEncryptionAvailable() && !isPlainText(cipher, platform)
  return {
    get canKeep() {
      return canKeep()
    },
    read(name) {
      const kept = readSecrets(file)[name]
      return kept === undefined || !canKeep() ? null : decrypted(cipher, kept)
    },
    write(name, secret) {
      if (!canKeep()) return
      const kept = cipher.encryptString(secret).toString('base64')
      writeSecrets(file, { ...readSecrets(file), [name]: kept })
    },
    forget(prefix) {
      const kept = Object.entries(readSecrets(file))
      const others = kept.filter(([name]) => !name.startsWith(prefix))
      if (others.length < kept.length) writeSecrets(file, Object.fromEntries(others))
    },
  }
}

/** On Linux without a store, Electron's key is a fixed, public string. */
function isPlainText(cipher: Cipher, platform: NodeJS.Platform): boolean {
  return platform === 'linux' && cipher.getSelectedStorageBackend() === 'basic_text'
}

/** Null if the system's store lost its key, or the key belonged to another user. */
function decrypted(cipher: Cipher, kept: string): string | null {
  try {
    return cipher.decryptString(Buffer.from(kept, 'base64'))
  } catch {
    return null
  }
}

function readSecrets(file: string): Readonly<Record<string, string>> {
  if (!existsSync(file)) return {}
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // An unreadable file counts as empty: the user is prompted for the secrets again, and the file is rewritten.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return {}
    throw error
  }
}

/** Writes atomically. */
function writeSecrets(file: string, secrets: Readonly<Record<string, string>>): void {
  writeFileSync(`${file}.part`, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(`${file}.part`, file)
}
