// Checks the identity of a machine. Rejects a changed key; prompts the user once for an unknown one.
import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { appError, type AppError } from '#core/model/app-error.ts'
import { makeFolder } from '#node/files/make-folder.ts'
import {
  fingerprintOf,
  judgeHostKey,
  keyTypeOf,
  knownHostLine,
  otherKeyOf,
  parseKnownHosts,
  spelled,
  type HostAddress,
  type ShownKey,
  type KnownHost,
} from './known-hosts.ts'
import type { KnownHostsCommand, KnownHostsSearch } from './known-hosts-command.ts'

export type HostKeyQuestion = Readonly<{
  host: string
  keyType: string
  /** `SHA256:…`, as OpenSSH prints it. */
  fingerprint: string
}>

export type KnownHostFiles = Readonly<{
  /** File of keys confirmed in this program; null if they are not stored. */
  own: string | null
  /** OpenSSH's files, which are only read. */
  others: readonly string[]
  /** The same for all users, also only read. */
  global?: readonly string[]
  /** OpenSSH's RevokedHostKeys. */
  revokedFile?: string | null
  /** OpenSSH's KnownHostsCommand. */
  command?: KnownHostsCommand | null
}>

export async function readKnownHosts(
  given: KnownHostFiles,
  search: KnownHostsSearch,
): Promise<KnownHost[]> {
  const { own, others, global = [], revokedFile = null, command } = given
  const revoked = revokedFile === null ? [] : revokedIn(revokedFile)
  const files = [...(own === null ? [] : [own]), ...others, ...global]
  const read = files.flatMap((file) => parseKnownHosts(textOf(file), file))
  return [...revoked, ...read, ...((await command?.(search)) ?? [])]
}

/** Keys of all hosts, one per line. As in OpenSSH, nothing is trusted if the list cannot be read. */
function revokedIn(file: string): KnownHost[] {
  const text = textOf(file, () => {
    throw appError('invalid-input', 'hosts.revokedUnreadable', { file })
  })
  if (text.startsWith('SSHKRL')) throw appError('unsupported', 'hosts.revokedUnreadable', { file })
  return parseKnownHosts(text.replaceAll(/^(?=[a-z])/gm, '@revoked * '), file)
}

/** Rejects unless the key is known, certified or confirmed just now. */
export async function requireHostKey(
  shown: ShownKey,
  address: HostAddress,
  {
    files,
    confirm,
    checkedAddress,
  }: Readonly<{
    files: KnownHostFiles
    /** Address behind the name, if CheckHostIP is set. */
    checkedAddress: string | null
    confirm(question: HostKeyQuestion): Promise<boolean>
  }>,
): Promise<void> {
  const { key } = shown
  const search = { purpose: 'HOSTNAME', name: spelled(address), key } as const
  const judged = judgeHostKey(await readKnownHosts(files, search), address, shown)
  const question = { host: address.name, keyType: keyTypeOf(key), fingerprint: fingerprintOf(key) }
  switch (judged.verdict) {
    case 'known':
      return checkedAddress === null
        ? undefined
        : requireKeyOfAddress(shown, { ...address, name: checkedAddress }, { files, question })
    case 'unknown':
      if (!(await confirm(question))) throw notConfirmed(question)
      return files.own === null ? undefined : remember(files.own, address, key)
    case 'changed':
      throw changed(question, judged.place)
    case 'other-type':
      throw ofOtherType(question, judged)
    case 'revoked':
      throw revoked(question, judged.place)
    case 'not-certified': {
      const { place, problem: why } = judged
      const given = { host: address.name, place, why }
      throw appError('host-key-changed', 'hosts.keyNotCertified', given)
    }
  }
}

/** Like `ssh`, accepts an address that is not known. */
async function requireKeyOfAddress(
  shown: ShownKey,
  address: HostAddress,
  { files, question }: Readonly<{ files: KnownHostFiles; question: HostKeyQuestion }>,
): Promise<void> {
  const search = { purpose: 'ADDRESS', name: spelled(address), key: shown.key } as const
  const place = otherKeyOf(await readKnownHosts(files, search), address, shown)
  if (place === null) return
  const { host } = question
  throw appError('host-key-changed', 'hosts.keyOfAddress', { host, address: address.name, place })
}

function remember(file: string, address: HostAddress, key: Buffer): void {
  makeFolder(path.dirname(file))
  appendFileSync(file, knownHostLine(address, key), { mode: 0o600 })
}

function textOf(file: string, otherwise: () => string = () => ''): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise()
  }
}

function notConfirmed({ host, fingerprint }: HostKeyQuestion): AppError {
  return appError('host-key-unknown', 'hosts.keyUnknown', { host, fingerprint })
}

function changed({ host, fingerprint, keyType }: HostKeyQuestion, place: string): AppError {
  return appError('host-key-changed', 'hosts.keyChanged', {
    host,
    fingerprint,
    type: keyType,
    place,
  })
}

function ofOtherType(
  { host, fingerprint, keyType }: HostKeyQuestion,
  { place, knownType }: Readonly<{ place: string; knownType: string }>,
): AppError {
  const given = { host, fingerprint, type: keyType, place, known: knownType }
  return appError('host-key-changed', 'hosts.keyOfOtherType', given)
}

function revoked({ host, fingerprint }: HostKeyQuestion, place: string): AppError {
  return appError('host-key-changed', 'hosts.keyRevoked', { host, fingerprint, place })
}
