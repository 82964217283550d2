// OpenSSH certificates of keys. ssh2 cannot parse them, and uses the same algorithm name for key and signature.
import { readFile } from 'node:fs/promises'
import type { Client, ParsedKey } from 'ssh2'

export type Certificate = Readonly<{
  blob: Buffer
  /** The certified key, as in `ParsedKey`. */
  publicKey: Buffer
  /** End of its validity, in epoch seconds. */
  validBeforeS: number
}>

export const certificateSuffix = '-cert-v01@openssh.com'

const supported = /^(?:ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp(?:256|384|521))$/

/** Null if the file is missing or contains no certificate of a supported key. */
export async function readCertificate(file: string): Promise<Certificate | null> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const [, name = '', base64 = ''] = /^(\S+)-cert-v01@openssh\.com (\S+)/.exec(text.trim()) ?? []
  if (!supported.test(name)) return null
  const blob = Buffer.from(base64, 'base64')
  try {
    const fieldsAt = endOf(blob, 0, 2)
    const end = endOf(blob, fieldsAt, name === 'ssh-ed25519' ? 1 : 2)
    // Serial and kind, then the names of the key and of the users.
    const validityAt = endOf(blob, end + 12, 2)
    return {
      blob,
      publicKey: Buffer.concat([sshString(name), blob.subarray(fieldsAt, end)]),
      validBeforeS: Number(blob.readBigUInt64BE(validityAt + 8)),
    }
  } catch {
    return null
  }
}

/** Position after `count` length-prefixed fields. */
export function endOf(blob: Buffer, start: number, count: number): number {
  return count === 0 ? start : endOf(blob, start + 4 + blob.readUInt32BE(start), count - 1)
}

export function sshString(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const certified = new WeakMap<object, ParsedKey>()

/** The key, presented to the host as its certificate. */
export function withCertificate(key: ParsedKey, { blob }: Certificate): ParsedKey {
  const shown = Object.create(key, { getPublicSSH: { value: () => blob } }) as ParsedKey
  certified.set(shown, key)
  return shown
}

/** ssh2 may pass the text of a key to an agent. */
export function withoutCertificate<Key extends ParsedKey | Buffer | string>(
  key: Key,
): Key | ParsedKey {
  return (typeof key === 'string' ? undefined : certified.get(key)) ?? key
}

type Signer = (data: Buffer, done: (signature: Buffer) => void) => void

/** The part of ssh2's protocol that sends public keys. */
type Protocol = {
  authPK(user: string, key: ParsedKey, algorithm: string | undefined, sign?: Signer): void
  _packetRW: {
    write: { allocStart: number; alloc(size: number): Buffer; finalize(packet: Buffer): Buffer }
  }
}

const prepared = new WeakSet<Protocol>()

/** Lets a connection send certificates, whose signatures name only the key's algorithm. */
export function allowCertificates(connection: Client): void {
  const { _protocol: protocol } = connection as unknown as { _protocol: Protocol }
  if (prepared.has(protocol)) return
  prepared.add(protocol)
  const send = protocol.authPK.bind(protocol)
  protocol.authPK = (user, key, given, sign) => {
    if (!certified.has(key)) return send(user, key, given, sign)
    const algorithm = given ?? key.type
    if (sign === undefined) return send(user, key, algorithm + certificateSuffix)
    send(user, key, algorithm + certificateSuffix, (data, done) =>
      sign(data, (signature) => {
        const { write } = protocol._packetRW
        const finalize = write.finalize.bind(write)
        write.finalize = (packet) => {
          write.finalize = finalize
          // The signed data are the session and the request, which the packet repeats before the signature.
          const request = data.subarray(endOf(data, 0, 1))
          const signatureAt = endOf(packet, write.allocStart + request.length + 4, 1)
          const bytes = packet.subarray(signatureAt, endOf(packet, signatureAt, 1))
          const named = sshString(Buffer.concat([sshString(algorithm), bytes]))
          const shortened = write.alloc(request.length + named.length)
          shortened.set(Buffer.concat([request, named]), write.allocStart)
          return finalize(shortened)
        }
        done(signature)
      }),
    )
  }
}
