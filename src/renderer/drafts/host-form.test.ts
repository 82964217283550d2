import { describe, expect, test } from 'vitest'
import { hostAddress } from '#core/model/host.ts'
import { configuredAddress, emptyHostForm, hostFormOf, readHostForm } from './host-form.ts'

describe('readHostForm', () => {
  test('a destination alone is enough', () => {
    expect(readHostForm({ ...emptyHostForm, destination: ' gpu-03 ' }).spec).toEqual({
      kind: 'ssh',
      destination: 'gpu-03',
      user: null,
      port: null,
      identityFile: null,
    })
  })

  test.each([
    { text: {}, problems: [], remark: 'nothing written yet is no mistake' },
    { text: { destination: 'a', port: '70000' }, problems: ['port'], remark: 'no such port' },
    { text: { destination: 'a', port: 'ssh' }, problems: ['port'], remark: 'no number' },
  ])('cannot be added with $text: $remark', ({ text, problems }) => {
    expect(readHostForm({ ...emptyHostForm, ...text })).toEqual({ spec: null, problems })
  })

  test('what was read is written again', () => {
    const text = {
      name: 'lab',
      destination: '10.0.0.7',
      user: 'ada',
      port: '2222',
      identityFile: '~/.ssh/lab',
      loadNode: 'ours',
    } as const
    const { spec } = readHostForm(text)
    expect(spec && hostFormOf('lab', spec)).toEqual(text)
    expect(spec && hostAddress(spec)).toBe('ada@10.0.0.7:2222')
  })
})

test('a configured host shows its jumps', () => {
  const host = { alias: 'gpu', address: '10.0.0.7', user: 'ada', port: 22, problem: null }
  expect(configuredAddress({ ...host, jumps: [] })).toBe('ada@10.0.0.7')
  expect(configuredAddress({ ...host, port: 2222, jumps: ['gate'] })).toBe(
    'ada@10.0.0.7:2222 ← gate',
  )
})
