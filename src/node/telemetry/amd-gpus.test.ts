// AMD GPUs read by the script from files in the layout of the kernel's driver amdgpu.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { amdGpusScript } from '#core/telemetry/amd-gpus.ts'
import { gpuLineReader } from '#core/telemetry/gpu-sample.ts'
import { gpusIn } from '#core/telemetry/nvidia-smi.ts'

const mi300x = {
  gpu_busy_percent: '97',
  mem_info_vram_total: String(192 * 2 ** 30),
  mem_info_vram_used: String(150 * 2 ** 30),
  unique_id: '4e3c0f5d1a2b3c4d',
  product_name: 'AMD Instinct MI300X',
  'hwmon/hwmon7/power1_input': '512000000',
  'hwmon/hwmon7/power1_cap': '750000000',
  'hwmon/hwmon7/temp1_input': '41000',
  'hwmon/hwmon7/temp2_input': '63000',
  'hwmon/hwmon7/freq1_input': '2100000000',
}
const older = {
  gpu_busy_percent: '3',
  mem_info_vram_total: String(16 * 2 ** 30),
  mem_info_vram_used: '0',
  'hwmon/hwmon2/power1_average': '31000000',
}

/** `card0` is a display that another driver serves. */
function printed(cards: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'sysfs-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(path.join(root, 'class/drm/card0/device'), { recursive: true })
  for (const [place, files] of Object.entries(cards)) {
    const [card = '', address = ''] = place.split(' ')
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(root, 'devices', address, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, `${text}\n`)
    }
    mkdirSync(path.join(root, 'class/drm', card))
    symlinkSync(path.join(root, 'devices', address), path.join(root, 'class/drm', card, 'device'))
  }
  return execFileSync('sh', ['-c', `${amdGpusScript}\namd_gpus "$1"`, 'sh', root]).toString()
}

test('GPUs of AMD are listed by PCI address with the facts that the driver has', () => {
  const text = printed({ 'card9 0000:05:00.0': mi300x, 'card1 0000:85:00.0': older })
  expect(gpusIn(text)).toMatchObject([
    {
      index: 0,
      uuid: 'GPU-4e3c0f5d1a2b3c4d',
      name: 'AMD Instinct MI300X',
      memoryTotalMiB: 192 * 1024,
      memoryUsedMiB: 150 * 1024,
      utilizationPercent: 97,
      powerW: 512,
      powerLimitW: 750,
      temperatureC: 63,
      smClockMhz: 2100,
    },
    { index: 1, uuid: 'GPU-0000:85:00.0', name: 'AMD GPU', powerW: 31, temperatureC: null },
  ])
})

test('its lines are samples, each with the clock of the host', () => {
  const samples = printed({ 'card1 0000:05:00.0': mi300x }).split('\n').map(gpuLineReader())
  const [sample] = samples.filter((one) => one !== null)
  expect(sample?.values).toMatchObject({
    utilizationPercent: 97,
    powerW: 512,
    memoryUsedMiB: 153_600,
  })
  expect(sample?.hostMs).toBeGreaterThan(0)
})

test('a host without one prints nothing', () => {
  expect(printed({})).toBe('')
})
