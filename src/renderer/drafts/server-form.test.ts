import { describe, expect, test } from 'vitest'
import {
  readBaseUrl,
  readExporters,
  readGpuCount,
  readSimulatorForm,
  textOrNull,
  wordsOrNone,
} from './server-form.ts'

const untouched = { preset: 'quick', startupS: '', port: '', reasoning: '', rejections: '' }

describe('readSimulatorForm', () => {
  test('an untouched form takes the defaults', () => {
    expect(readSimulatorForm(untouched).value).toEqual({
      kind: 'simulator',
      preset: 'quick',
      port: null,
      startupS: 4,
      seed: 0,
    })
  })

  test('what was written is taken', () => {
    const { value } = readSimulatorForm({ ...untouched, startupS: '0', port: '8001' })
    expect(value).toMatchObject({ startupS: 0, port: 8001 })
    const workload = readSimulatorForm({ ...untouched, reasoning: '60', rejections: '20' })
    expect(workload.value).toMatchObject({ reasoning: { share: 0.6 }, rejections: { share: 0.2 } })
  })

  test.each([
    { text: { port: '70000' }, problems: ['port'], remark: 'beyond the last port' },
    { text: { reasoning: '101' }, problems: ['reasoning'], remark: 'more than all' },
    { text: { rejections: 'x' }, problems: ['rejections'], remark: 'no number' },
    { text: { port: '80a' }, problems: ['port'], remark: 'no number' },
    { text: { startupS: '-1' }, problems: ['startup'], remark: 'before now' },
    { text: { startupS: 'x', port: '0' }, problems: ['port', 'startup'], remark: 'both at once' },
    {
      text: { preset: '' },
      problems: [],
      remark: 'presets not loaded yet: nothing to complain of',
    },
  ])('cannot start with $text: $remark', ({ text, problems }) => {
    expect(readSimulatorForm({ ...untouched, ...text })).toEqual({ value: null, problems })
  })
})

describe('readBaseUrl', () => {
  test.each([
    { text: 'http://127.0.0.1:8000', problems: [], remark: 'an address' },
    { text: ' https://gpu-03/llm ', problems: [], remark: 'spaces around' },
    { text: '', problems: [], remark: 'nothing written yet is no mistake' },
    { text: 'gpu-03:8000', problems: [], remark: 'http is assumed' },
    { text: 'ftp://gpu-03', problems: ['url'], remark: 'another scheme' },
  ])('"$text" has problems $problems: $remark', ({ text, problems }) => {
    expect(readBaseUrl(text).problems).toEqual(problems)
  })
})

describe('readGpuCount', () => {
  test.each([
    { text: '', value: undefined, problems: [] },
    { text: ' 8 ', value: 8, problems: [] },
    { text: '0', value: null, problems: ['gpuCount'] },
    { text: '1.5', value: null, problems: ['gpuCount'] },
    { text: 'all', value: null, problems: ['gpuCount'] },
  ])('"$text" is $value', ({ text, value, problems }) => {
    expect(readGpuCount(text)).toEqual({ value, problems })
  })
})

describe('readExporters', () => {
  test.each([
    { text: '', value: undefined, problems: [] },
    {
      text: ' http://a:9400  http://b:9400 ',
      value: ['http://a:9400', 'http://b:9400'],
      problems: [],
    },
    { text: 'gpu-03:9400', value: ['http://gpu-03:9400'], problems: [] },
    { text: 'http://me:secret@gpu-03:9400', value: null, problems: ['exporters'] },
  ])('"$text" is $value', ({ text, value, problems }) => {
    expect(readExporters(text)).toEqual({ value, problems })
  })

  test('GPUs are apart by spaces or commas', () => {
    expect(wordsOrNone('0, 1 node-a:2')).toEqual(['0', '1', 'node-a:2'])
    expect(wordsOrNone(' ')).toBeUndefined()
  })
})

test('an empty line is no choice', () => {
  expect(textOrNull('  ')).toBeNull()
  expect(textOrNull(' a ')).toBe('a')
})
