// Signs the checksums of a release with Ed25519. `openssl pkeyutl -verify -rawin` checks the signature, and so does
// `verifyRelease`.
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export const checksumsFile = 'SHA256SUMS'
export const signatureFile = 'SHA256SUMS.sig'
export const publicKeyFile = 'release-key.pem'

/** Writes the signature and the public key beside the checksums. `keyFile` holds a private key in PEM. */
export async function signChecksums(folder: string, keyFile: string): Promise<void> {
  const key = createPrivateKey(await readFile(keyFile, 'utf8'))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is no Ed25519 key.`)
  const checksums = await readFile(path.join(folder, checksumsFile))
  await writeFile(path.join(folder, signatureFile), sign(null, checksums, key))
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' })
  await writeFile(path.join(folder, publicKeyFile), publicKey)
}

/** Throws, naming the file, unless the signature is of this key and every listed file has its checksum. */
export async function verifyRelease(folder: string, publicKeyPem: string): Promise<number> {
  const key = createPublicKey(publicKeyPem)
  const checksums = await readFile(path.join(folder, checksumsFile))
  const signature = await readFile(path.join(folder, signatureFile))
  const isSigned = key.asymmetricKeyType === 'ed25519' && verify(null, checksums, key, signature)
  if (!isSigned) throw new Error(`${checksumsFile} is not signed with this key.`)
  const lines = checksums.toString().split('\n').filter(Boolean)
  for (const line of lines) {
    const [, digest = '', name = ''] = /^([\da-f]{64}) {2}([^/\\]+)$/.exec(line) ?? []
    if (name === '') throw new Error(`${checksumsFile} has a malformed line.`)
    const bytes = await readFile(path.join(folder, name))
    if (createHash('sha256').update(bytes).digest('hex') !== digest) {
      throw new Error(`${name} has another checksum than the signed one.`)
    }
  }
  return lines.length
}
