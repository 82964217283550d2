// OpenSSH certificates of host keys. ssh2 can neither request nor parse them.
import { verify } from 'node:crypto'
import ssh2, { type Client } from 'ssh2'
import { message, type Text } from '#core/messages/message.ts'
import { certificateSuffix, endOf, sshString } from './certificates.ts'

export type HostCertificate = Readonly<{
  /** The certified key. */
  publicKey: Buffer
  /** Key of the authority. */
  authority: Buffer
  isOfHost: boolean
  /** Host names that it is valid for; empty for all. */
  names: readonly string[]
  /** Epoch seconds. */
  validAfterS: number
  validBeforeS: number
  hasCriticalOptions: boolean
  /** Everything before the signature. */
  signed: Buffer
  signature: Buffer
}>

/** Null unless it is a certificate of a supported key. */
export function parseHostCertificate(blob: Buffer): HostCertificate | null {
  try {
    const type = fieldAt(blob, 0).toString('latin1')
    if (!type.endsWith(certificateSuffix)) return null
    const keyType = type.slice(0, -certificateSuffix.length)
    const keyAt = endOf(blob, 0, 2)
    const serialAt = endOf(blob, keyAt, keyType === 'ssh-ed25519' ? 1 : 2)
    const namesAt = endOf(blob, serialAt + 12, 1)
    const validityAt = endOf(blob, namesAt, 1)
    const optionsAt = validityAt + 16
    // Critical options, extensions and a reserved field.
    const authorityAt = endOf(blob, optionsAt, 3)
    const signatureAt = endOf(blob, authorityAt, 1)
    return {
      publicKey: Buffer.concat([sshString(keyType), blob.subarray(keyAt, serialAt)]),
      isOfHost: blob.readUInt32BE(serialAt + 8) === 2,
      names: fieldsOf(fieldAt(blob, namesAt)).map(String),
      validAfterS: Number(blob.readBigUInt64BE(validityAt)),
      validBeforeS: Number(blob.readBigUInt64BE(validityAt + 8)),
      hasCriticalOptions: fieldAt(blob, optionsAt).length > 0,
      authority: fieldAt(blob, authorityAt),
      signed: blob.subarray(0, signatureAt),
      signature: fieldAt(blob, signatureAt),
    }
  } catch {
    return null
  }
}

/** Reason why it does not certify a name; null if it does. The caller trusts the authority. */
export function certificateProblem(given: HostCertificate, name: string, nowS: number) {
  return problems.find(({ isMet }) => isMet(given, name, nowS))?.text(given, name) ?? null
}

type Problem = Readonly<{
  isMet(given: HostCertificate, name: string, nowS: number): boolean
  text(given: HostCertificate, name: string): Text
}>

const problems: readonly Problem[] = [
  { isMet: (given) => !isSigned(given), text: () => message('hosts.certificateForged') },
  { isMet: ({ isOfHost }) => !isOfHost, text: () => message('hosts.certificateOfUser') },
  {
    isMet: ({ validAfterS }, _, nowS) => nowS < validAfterS,
    text: ({ validAfterS }) => message('hosts.certificateEarly', { from: dateOf(validAfterS) }),
  },
  {
    isMet: ({ validBeforeS }, _, nowS) => nowS >= validBeforeS,
    text: ({ validBeforeS }) => message('hosts.certificateLate', { until: dateOf(validBeforeS) }),
  },
  {
    isMet: ({ names }, name) => names.length > 0 && !names.includes(name.toLowerCase()),
    text: ({ names }, name) => message('hosts.certificateNames', { names: names.join(', '), name }),
  },
  {
    isMet: ({ hasCriticalOptions }) => hasCriticalOptions,
    text: () => message('hosts.certificateOptions'),
  },
]

/** Largest time in JavaScript, for a certificate that does not expire. */
const lastS = Date.UTC(9999, 11, 31) / 1000

export function dateOf(epochS: number): string {
  return new Date(Math.min(epochS, lastS) * 1000).toISOString()
}

/** Key type and hash by signature algorithm. As in OpenSSH, SHA-1 proves nothing. */
const signatures: Readonly<Record<string, Readonly<{ keyType: string; hash: string | null }>>> = {
  'ssh-ed25519': { keyType: 'ssh-ed25519', hash: null },
  'rsa-sha2-256': { keyType: 'ssh-rsa', hash: 'sha256' },
  'rsa-sha2-512': { keyType: 'ssh-rsa', hash: 'sha512' },
  'ecdsa-sha2-nistp256': { keyType: 'ecdsa-sha2-nistp256', hash: 'sha256' },
  'ecdsa-sha2-nistp384': { keyType: 'ecdsa-sha2-nistp384', hash: 'sha384' },
  'ecdsa-sha2-nistp521': { keyType: 'ecdsa-sha2-nistp521', hash: 'sha512' },
}

function isSigned({ authority, signed, signature }: HostCertificate): boolean {
  try {
    const keyType = fieldAt(authority, 0).toString('latin1')
    const [algorithm, value = Buffer.alloc(0)] = fieldsOf(signature)
    const used = signatures[String(algorithm)]
    if (used?.keyType !== keyType) return false
    const key = ssh2.utils.parseKey(`${keyType} ${authority.toString('base64')}`)
    if (key instanceof Error) return false
    const isEcdsa = keyType.startsWith('ecdsa')
    return verify(
      used.hash,
      signed,
      { key: key.getPublicPEM(), dsaEncoding: 'ieee-p1363' },
      isEcdsa ? fixedNumbers(value, coordinateBytes(keyType)) : value,
    )
  } catch {
    return false
  }
}

function coordinateBytes(keyType: string): number {
  return Math.ceil(Number(keyType.slice(-3)) / 8)
}

/** The two numbers of an ECDSA signature without signs and lengths. */
function fixedNumbers(value: Buffer, bytes: number): Buffer {
  return Buffer.concat(
    fieldsOf(value).map((number) => {
      const digits = number.subarray(Math.max(0, number.length - bytes))
      return Buffer.concat([Buffer.alloc(bytes - digits.length), digits])
    }),
  )
}

function fieldAt(blob: Buffer, start: number): Buffer {
  const end = endOf(blob, start, 1)
  if (end > blob.length) throw new RangeError()
  return blob.subarray(start + 4, end)
}

function fieldsOf(list: Buffer): Buffer[] {
  if (list.length === 0) return []
  const first = fieldAt(list, 0)
  return [first, ...fieldsOf(list.subarray(4 + first.length))]
}

type Lists = Readonly<{ array: string[] }>
type Direction = Readonly<Record<'cipher' | 'mac' | 'compress' | 'lang', Lists>>
type Offer = Readonly<{
  lists: Readonly<{ kex: Lists; serverHostKey: Lists; cs: Direction; sc: Direction }>
}>

/** The part of ssh2's key exchange that reads the host key. */
type KeyExchange = {
  type: string
  negotiated: { serverHostKey: string }
  parse(payload: Buffer): unknown
}

type Protocol = { _offer: Offer; _kex: KeyExchange | undefined }

/**
 * Requests certificates before keys. ssh2 then verifies the host's signature with the certified key, as if the host had
 * sent only that. `keep` receives the certificate of each exchange, which the caller must check; null for a key.
 */
export function requestHostCertificates(
  connection: Client,
  keep: (certificate: HostCertificate | null) => void,
): void {
  const { _protocol: protocol } = connection as unknown as { _protocol: Protocol }
  protocol._offer = withCertificates(protocol._offer)
  let exchange = protocol._kex
  Object.defineProperty(protocol, '_kex', {
    get: () => exchange,
    set(next: KeyExchange) {
      exchange = next
      keep(null)
      expectCertificate(next, keep)
    },
  })
}

function withCertificates(offer: Offer): Offer {
  const { kex, serverHostKey, cs, sc } = offer.lists
  const names = serverHostKey.array
  const certified = names.filter((name) => signatures[name] !== undefined)
  const direction = ({ cipher, mac, compress, lang }: Direction) => ({
    cipher: cipher.array,
    mac: mac.array,
    compress: compress.array,
    lang: lang.array,
  })
  return Reflect.construct(offer.constructor, [
    {
      kex: kex.array,
      serverHostKey: [...certified.map((name) => name + certificateSuffix), ...names],
      cs: direction(cs),
      sc: direction(sc),
    },
  ]) as Offer
}

function expectCertificate(
  exchange: KeyExchange,
  keep: (certificate: HostCertificate) => void,
): void {
  const { negotiated, type } = exchange
  if (!negotiated.serverHostKey.endsWith(certificateSuffix)) return
  negotiated.serverHostKey = negotiated.serverHostKey.slice(0, -certificateSuffix.length)
  const replyType = type === 'groupex' ? 33 : 31
  exchange.parse = (payload) => {
    const isReply = payload[0] === replyType
    const parse = Object.getPrototypeOf(exchange) as KeyExchange
    if (isReply) Reflect.deleteProperty(exchange, 'parse')
    return parse.parse.call(exchange, isReply ? withoutCertificate(payload) : payload)
  }

  /** A malformed reply is left to ssh2, which rejects it. */
  function withoutCertificate(payload: Buffer): Buffer {
    const end = payload.length < 5 ? payload.length : endOf(payload, 1, 1)
    const blob = Buffer.from(payload.subarray(5, end))
    const certificate = parseHostCertificate(blob)
    if (certificate === null) return payload
    const { publicKey } = certificate
    // The exchange hash, which is computed first, covers the certificate; its signature is by the key.
    const reads = [blob]
    Object.defineProperty(exchange, '_hostKey', {
      get: () => reads.pop() ?? publicKey,
      set() {},
    })
    keep(certificate)
    return Buffer.concat([payload.subarray(0, 1), sshString(publicKey), payload.subarray(end)])
  }
}
