import { describe, expect, test } from 'vitest'
import { gpuLineReader, throttleReasons } from './gpu-sample.ts'

const head =
  'timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W], clocks.current.sm [MHz], temperature.gpu, clocks_event_reasons.active'

const line = '2026/11/21 19:30:00.250, 1, GPU-a3f7, 97, 71902, 486.21, 1755, 58, 0x0000000000000004'

describe('a line of nvidia-smi', () => {
  test('after its head is a GPU at a moment', () => {
    const read = gpuLineReader()
    expect(read(head)).toBe(null)
    expect(read(line)).toEqual({
      index: 1,
      uuid: 'GPU-a3f7',
      hostMs: Date.UTC(2026, 10, 21, 19, 30, 0, 250),
      values: {
        utilizationPercent: 97,
        memoryUsedMiB: 71_902,
        powerW: 486.21,
        smClockMhz: 1755,
        temperatureC: 58,
        throttleReasons: 4,
      },
    })
  })

  test('may leave anything out but which GPU it is of', () => {
    const read = gpuLineReader()
    read(head.replace('clocks_event_reasons', 'clocks_throttle_reasons'))
    const gone = 'soon, 0, GPU-b, [N/A], 4, [Not Supported], N/A, [Unknown Error], Not Active'
    expect(read(gone)).toEqual({
      index: 0,
      uuid: 'GPU-b',
      hostMs: null,
      values: {
        utilizationPercent: null,
        memoryUsedMiB: 4,
        powerW: null,
        smClockMhz: null,
        temperatureC: null,
        throttleReasons: null,
      },
    })
  })

  test.each(['', 'Unable to determine the device handle for GPU0', '2026/11/21 19:30:00.250'])(
    'that is none is passed over: %j',
    (text) => {
      const read = gpuLineReader()
      read(head)
      expect(read(text)).toBe(null)
    },
  )

  test('before any head says nothing', () => {
    expect(gpuLineReader()(line)).toBe(null)
  })
})

describe('what holds a GPU back', () => {
  test.each([
    [0, []],
    [0x1, []],
    [0x2, []],
    [0x4, ['power cap']],
    [0x44, ['power cap', 'hardware thermal slowdown']],
    [Number('0x8000000000000000'), []],
  ])('%s', (bits, reasons) => {
    expect(throttleReasons(bits)).toEqual(reasons)
  })
})
