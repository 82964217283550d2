// Ed25519 signatures of bundles. They show that a file was not changed since it was written, and whether two files come from the
// same Kneepoint, but not who owns the key: its owner must publish the fingerprint.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type Hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { BundleLine, BundleLineOf } from '#core/result-file/bundle-line.ts'
import { randomHex } from '#node/files/make-folder.ts'

type SignatureLine = BundleLineOf<'signature'>

/** The key of this data folder, created on first use; only its owner can read it. */
export function ownSigningKey(folder: string): KeyObject {
  const file = path.join(folder, 'signing-key.pem')
  if (!existsSync(file)) makeKey(file)
  return readSigningKey(file)
}

/** Several processes may create one at the same time: the first one wins. */
function makeKey(file: string): void {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  const beside = `${file}-${randomHex(8)}`
  writeFileSync(beside, pem, { flag: 'wx', mode: 0o600 })
  try {
    linkSync(beside, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(beside)
  }
}

/** Limit in bytes, which also rejects devices: they may never end. */
const largestKeyBytes = 64 * 1024

/** Throws `invalid-input` if the file contains no private Ed25519 key in PEM. */
export function readSigningKey(file: string): KeyObject {
  try {
    const found = statSync(file)
    if (!found.isFile() || found.size > largestKeyBytes) throw noKey(file)
    const key = createPrivateKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (cause) {
    throw noKey(file, cause)
  }
  throw noKey(file)
}

function noKey(file: string, cause?: unknown): AppError {
  return appError('invalid-input', 'files.noSigningKey', { file }, { cause })
}

/** The text of a bundle, line by line, with a final line that signs the others. */
export function* signedLines(lines: Iterable<BundleLine>, key: KeyObject): Generator<string> {
  const hash = createHash('sha256')
  for (const line of lines) {
    const text = `${JSON.stringify(line)}\n`
    hash.update(text)
    yield text
  }
  const signature: SignatureLine = {
    kind: 'signature',
    algorithm: 'ed25519',
    publicKey: createPublicKey(key).export({ format: 'jwk' }).x ?? '',
    signature: sign(null, statementOf(hash), key).toString('base64'),
  }
  yield `${JSON.stringify(signature)}\n`
}

/** Returns whether it signs the lines in `hash`. */
export function isSignatureOf(hash: Hash, { publicKey, signature }: SignatureLine): boolean {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
    format: 'jwk',
  })
  return verify(null, statementOf(hash), key, Buffer.from(signature, 'base64'))
}

function statementOf(hash: Hash): Buffer {
  return Buffer.from(`kneepoint-bundle\n${hash.copy().digest('hex')}\n`)
}

/** SHA-256 of the raw public key in base64, as OpenSSH writes fingerprints. */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('base64')
  return `SHA256:${digest.replace(/=+$/, '')}`
}
