// The preset against the flags of sampled versions and of an installation.
import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { usualSuspects, withSuspects } from '#features/tune/core/file/usual-suspects.ts'
import { indexFlags } from '#core/vllm/flag-index.ts'
import { ownCatalogue } from '#node/remote/launch/flag-catalogue.ts'

const catalogue = ownCatalogue()

type SuspectedServer = Parameters<typeof usualSuspects>[0]

const server: SuspectedServer = {
  flagIndex: indexFlags(catalogue.flags),
  version: '0.28.0',
  sampledVersions: catalogue.versions,
  flags: { 'max-num-seqs': 128 },
  gpus: 4,
  simulated: null,
  drafter: 'org/drafter',
}

const names = (of: SuspectedServer) => usualSuspects(of).flags.map(({ name }) => name)
const whys = (of: SuspectedServer) => usualSuspects(of).leftOut.map(inEnglish).join('\n')

test('varies all of them around what the server has, on the GPUs there', () => {
  const { flags, leftOut } = usualSuspects(server)
  expect(leftOut).toEqual([])
  expect(flags).toHaveLength(11)
  expect(flags[0]).toEqual({ name: 'max-num-seqs', values: [32, 64, 256, 512], onlyIf: null })
  expect(flags[2]).toMatchObject({ name: 'tensor-parallel-size', values: [1, 2, 4] })
})

test('leaves out what a version or an installation does not take, and why', () => {
  const old = { ...server, version: '0.11.0' }
  expect(names(old)).not.toContain('attention-backend')
  expect(whys(old)).toContain('--attention-backend does not vary. vLLM 0.11.0 does not accept')
  const few = catalogue.flags.filter(({ name }) => name !== 'block-size')
  const installed = { ...server, flagIndex: indexFlags(few), sampledVersions: null }
  expect(whys(installed)).toContain('There is no flag --block-size in this installation')
  const small = { ...server, gpus: 1, drafter: null }
  expect(whys(small)).toContain('--data-parallel-size does not vary. The server has one GPU.')
  expect(whys(small)).toContain('speculative-model')
})

test('the values of a file come first, with their conditions', () => {
  const own = { name: 'max-num-batched-tokens', values: [512], onlyIf: null }
  const all = withSuspects([own], usualSuspects(server).flags)
  expect(all[0]).toBe(own)
  expect(all.map(({ name }) => name)).not.toContain('enable-chunked-prefill')
})
