// The keys of known hosts in OpenSSH's format: plain and hashed names, patterns, ports, revoked keys.
import { createHash, createHmac } from 'node:crypto'
import type { Text } from '#core/messages/message.ts'
import { certificateProblem, type HostCertificate } from './host-certificates.ts'

export type KnownHost = Readonly<{
  /** `@revoked`, `@cert-authority`, or empty. */
  marker: string
  names: readonly string[]
  keyType: string
  /** Key in base64, as in the file. */
  key: string
  /** `~/.ssh/known_hosts:12` */
  place: string
}>

export type HostAddress = Readonly<{ name: string; port: number }>

type KeyVerdict =
  | Readonly<{ verdict: 'known' }>
  | Readonly<{ verdict: 'unknown' }>
  | Readonly<{ verdict: 'changed'; place: string }>
  /** The known keys have types that the host did not present, although those were requested first. */
  | Readonly<{ verdict: 'other-type'; place: string; knownType: string }>
  | Readonly<{ verdict: 'revoked'; place: string }>
  /** The authority is known, but its certificate does not certify the host. */
  | Readonly<{ verdict: 'not-certified'; place: string; problem: Text }>

const usualPort = 22

const entryLine = /^(?:(@\S+)\s+)?([^\s@#]\S*)\s+([a-z][\w@.-]+)\s+([A-Za-z0-9+/]+=*)/

export function parseKnownHosts(text: string, path: string): KnownHost[] {
  return text.split('\n').flatMap((line, index) => {
    const match = entryLine.exec(line.trim())
    if (match === null) return []
    const [, marker = '', names = '', keyType = '', key = ''] = match
    return { marker, names: names.split(','), keyType, key, place: `${path}:${index + 1}` }
  })
}

export type ShownKey = Readonly<{ key: Buffer; certificate: HostCertificate | null; nowS: number }>

/** Like OpenSSH, accepts a key of the name without a port if its port has none. */
export function judgeHostKey(
  known: readonly KnownHost[],
  address: HostAddress,
  shown: ShownKey,
): KeyVerdict {
  const judged = judgeByEntries(known, address, shown)
  if (judged.verdict !== 'unknown') return judged
  const byName = judgeByEntries(known, { ...address, port: usualPort }, shown)
  return byName.verdict === 'changed' || byName.verdict === 'other-type' ? judged : byName
}

/** Line with another key of the same type for an address; null without one. CheckHostIP looks it up beside the name. */
export function otherKeyOf(known: readonly KnownHost[], address: HostAddress, shown: ShownKey) {
  const judged = judgeByEntries(known, address, shown)
  return judged.verdict === 'changed' ? judged.place : null
}

function judgeByEntries(
  known: readonly KnownHost[],
  address: HostAddress,
  { key, certificate, nowS }: ShownKey,
): KeyVerdict {
  const entries = entriesFor(known, address)
  const offered = key.toString('base64')
  const signer = certificate?.authority.toString('base64')
  const revoked = entries.find(
    ({ marker, key: bad }) => marker === '@revoked' && (bad === offered || bad === signer),
  )
  if (revoked !== undefined) return { verdict: 'revoked', place: revoked.place }
  const trusted = entries.filter(({ marker }) => marker === '')
  if (trusted.some((entry) => entry.key === offered)) return { verdict: 'known' }
  const authority = authorities(entries).find((entry) => entry.key === signer)
  if (certificate !== null && authority !== undefined) {
    const problem = certificateProblem(certificate, address.name, nowS)
    if (problem === null) return { verdict: 'known' }
    return { verdict: 'not-certified', place: authority.place, problem }
  }
  const other = trusted.find(({ keyType }) => keyType === keyTypeOf(key))
  if (other !== undefined) return { verdict: 'changed', place: other.place }
  const usable = trusted.find(({ keyType }) => isUsableKeyType(keyType))
  return usable === undefined
    ? { verdict: 'unknown' }
    : { verdict: 'other-type', place: usable.place, knownType: usable.keyType }
}

/** Whether a certificate could prove a host's key. */
export function hasAuthority(known: readonly KnownHost[], address: HostAddress): boolean {
  return [address, { ...address, port: usualPort }].some(
    (each) => authorities(entriesFor(known, each)).length > 0,
  )
}

function authorities(entries: readonly KnownHost[]): KnownHost[] {
  return entries.filter(({ marker }) => marker === '@cert-authority')
}

/** Key types to request first, so that a known host does not present a key of another type. */
export function knownKeyTypes(known: readonly KnownHost[], address: HostAddress): string[] {
  const trusted = [address, { ...address, port: usualPort }]
    .map((each) => entriesFor(known, each).filter(({ marker }) => marker === ''))
    .find((entries) => entries.length > 0)
  return [...new Set(trusted?.map(({ keyType }) => keyType))]
}

/** Key types supported by the library; others, such as DSA, prove nothing here. */
export function isUsableKeyType(keyType: string): boolean {
  return /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521))$/.test(keyType)
}

export function knownHostLine(address: HostAddress, key: Buffer): string {
  return `${spelled(address)} ${keyTypeOf(key)} ${key.toString('base64')}\n`
}

/** Key type, which is the first string in the key. */
export function keyTypeOf(key: Buffer): string {
  return key.length < 4 ? '' : key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')
}

/** Fingerprint in OpenSSH's format. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

function entriesFor(known: readonly KnownHost[], address: HostAddress): KnownHost[] {
  const name = spelled(address)
  return known.filter(({ names }) => isNamed(names, name))
}

/** The name in known_hosts: with its port, unless that is the usual one. */
export function spelled({ name, port }: HostAddress): string {
  return port === usualPort ? name.toLowerCase() : `[${name.toLowerCase()}]:${port}`
}

/** A pattern after `!` excludes names that others match. */
function isNamed(patterns: readonly string[], name: string): boolean {
  const refused = patterns.some(
    (pattern) => pattern.startsWith('!') && fits(pattern.slice(1), name),
  )
  return !refused && patterns.some((pattern) => !pattern.startsWith('!') && fits(pattern, name))
}

function fits(pattern: string, name: string): boolean {
  if (pattern.startsWith('|1|')) return isHashOf(pattern, name)
  const parts = pattern.toLowerCase().replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${parts.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(name)
}

function isHashOf(hashed: string, name: string): boolean {
  const [, , salt = '', hash = ''] = hashed.split('|')
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash
}
