import { expect, test } from 'vitest'
import { judgeHostKey, knownKeyTypes, otherKeyOf, parseKnownHosts } from './known-hosts.ts'

function keyOf(type: string, seed: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(type.length)
  return Buffer.concat([length, Buffer.from(type), Buffer.alloc(32, seed)])
}

const ed25519 = keyOf('ssh-ed25519', 1)
const otherEd25519 = keyOf('ssh-ed25519', 2)
const rsa = keyOf('ssh-rsa', 3)
const shown = { key: ed25519, certificate: null, nowS: 0 }
const text = (names: string, key: Buffer) =>
  `${names} x ${key.toString('base64')}`.replace(' x ', key === rsa ? ' ssh-rsa ' : ' ssh-ed25519 ')

test.each([
  {
    remark: 'its name',
    line: text('gpu-03', ed25519),
    address: { name: 'gpu-03', port: 22 },
    verdict: 'known',
  },
  {
    remark: 'one of several names',
    line: text('a,gpu-03,10.0.0.3', ed25519),
    address: { name: 'gpu-03', port: 22 },
    verdict: 'known',
  },
  {
    remark: 'names have no case',
    line: text('gpu-03', ed25519),
    address: { name: 'GPU-03', port: 22 },
    verdict: 'known',
  },
  {
    remark: 'a port of its own',
    line: text('[gpu-03]:2222', ed25519),
    address: { name: 'gpu-03', port: 2222 },
    verdict: 'known',
  },
  {
    remark: 'a name without a port counts for every port',
    line: text('gpu-03', ed25519),
    address: { name: 'gpu-03', port: 2222 },
    verdict: 'known',
  },
  {
    remark: 'a revoked key of the name without a port',
    line: `@revoked ${text('gpu-03', ed25519)}`,
    address: { name: 'gpu-03', port: 2222 },
    verdict: 'revoked',
  },
  {
    remark: 'another key of the name may belong to another port',
    line: text('gpu-03', otherEd25519),
    address: { name: 'gpu-03', port: 2222 },
    verdict: 'unknown',
  },
  {
    remark: 'a port does not count for the usual one',
    line: text('[gpu-03]:2222', ed25519),
    address: { name: 'gpu-03', port: 22 },
    verdict: 'unknown',
  },
  {
    remark: 'a pattern',
    line: text('gpu-*', ed25519),
    address: { name: 'gpu-03', port: 22 },
    verdict: 'known',
  },
  {
    remark: 'a pattern with an exception',
    line: text('gpu-*,!gpu-03', ed25519),
    address: { name: 'gpu-03', port: 22 },
    verdict: 'unknown',
  },
  {
    remark: 'a dot is a dot',
    line: text('gpu.03', ed25519),
    address: { name: 'gpuX03', port: 22 },
    verdict: 'unknown',
  },
  {
    remark: 'another key of the same kind',
    line: text('gpu-03', otherEd25519),
    address: { name: 'gpu-03', port: 22 },
    verdict: 'changed',
  },
  {
    remark: 'a key of another kind only',
    line: text('gpu-03', rsa),
    address: { name: 'gpu-03', port: 22 },
    verdict: 'other-type',
  },
  {
    remark: 'a key of a kind that no connection is made with',
    line: 'gpu-03 ssh-dss AAAAB3NzaC1kc3M=',
    address: { name: 'gpu-03', port: 22 },
    verdict: 'unknown',
  },
  {
    remark: 'a revoked key',
    line: `@revoked ${text('*', ed25519)}`,
    address: { name: 'gpu-03', port: 22 },
    verdict: 'revoked',
  },
  {
    remark: 'an authority without a certificate',
    line: `@cert-authority ${text('*', ed25519)}`,
    address: { name: 'gpu-03', port: 22 },
    verdict: 'unknown',
  },
  {
    remark: 'a comment',
    line: `# ${text('gpu-03', ed25519)}`,
    address: { name: 'gpu-03', port: 22 },
    verdict: 'unknown',
  },
])('$remark: $verdict', ({ line, address, verdict }) => {
  expect(judgeHostKey(parseKnownHosts(line, 'f'), address, shown).verdict).toBe(verdict)
})

test('a changed key is reported with its place', () => {
  const known = parseKnownHosts(`\n${text('gpu-03', otherEd25519)}\n`, '/k')
  expect(judgeHostKey(known, { name: 'gpu-03', port: 22 }, shown)).toEqual({
    verdict: 'changed',
    place: '/k:2',
  })
})

test('kinds of keys we know of a host', () => {
  const known = parseKnownHosts(`${text('gpu-03', rsa)}\n${text('other', ed25519)}`, 'f')
  for (const port of [22, 2222]) {
    expect(knownKeyTypes(known, { name: 'gpu-03', port })).toEqual(['ssh-rsa'])
  }
})

test.each([
  { remark: 'another key', line: text('[10.0.0.3]:2222', otherEd25519), place: 'known_hosts:1' },
  { remark: 'the same key', line: text('[10.0.0.3]:2222', ed25519), place: null },
  { remark: 'a key of another type', line: text('[10.0.0.3]:2222', rsa), place: null },
  { remark: 'another key without the port', line: text('10.0.0.3', otherEd25519), place: null },
  { remark: 'no key', line: '', place: null },
])('CheckHostIP, as ssh judges it for the address: $remark', ({ line, place }) => {
  const known = parseKnownHosts(line, 'known_hosts')
  expect(otherKeyOf(known, { name: '10.0.0.3', port: 2222 }, shown)).toBe(place)
})
