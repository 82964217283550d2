// Secrets encrypted with a key of their own, as the operating system's store does it.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSecretStore } from './secret-store.ts'

type Cipher = Parameters<typeof openSecretStore>[0]

function cipherWith(key: Buffer, backend: ReturnType<Cipher['getSelectedStorageBackend']>): Cipher {
  return {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => backend,
    encryptString(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decryptString(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString()
    },
  }
}

function temporaryFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return path.join(folder, 'secrets.json')
}

const place = (file: string) => ({ file, platform: 'linux' as const })

test('a secret is read back later, stands encrypted in a file of its owner, and is forgotten by its prefix', () => {
  const file = temporaryFile()
  const cipher = cipherWith(randomBytes(32), 'gnome_libsecret')
  const store = openSecretStore(cipher, place(file))
  store.write('host a 1', 'open sesame')
  store.write('host b 1', 'other')
  expect(openSecretStore(cipher, place(file)).read('host a 1')).toBe('open sesame')
  expect(readFileSync(file, 'utf8')).not.toContain('sesame')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  store.forget('host a ')
  expect([store.read('host a 1'), store.read('host b 1')]).toEqual([null, 'other'])
})

test('where the system would keep it in plain text, nothing is kept', () => {
  const file = temporaryFile()
  const store = openSecretStore(cipherWith(randomBytes(32), 'basic_text'), place(file))
  store.write('host a 1', 'open sesame')
  expect([store.canKeep, store.read('host a 1')]).toEqual([false, null])
  expect(() => statSync(file)).toThrow('ENOENT')
})

test('a store that lost its key, or a broken file, means asking again', () => {
  const file = temporaryFile()
  openSecretStore(cipherWith(randomBytes(32), 'kwallet5'), place(file)).write('a', 'b')
  const store = openSecretStore(cipherWith(randomBytes(32), 'kwallet5'), place(file))
  expect(store.read('a')).toBeNull()
  writeFileSync(file, '{')
  expect(store.read('a')).toBeNull()
})
