// Conditions that the client's added delays depend on: the machine and the programs that send and read.
import { createHash } from 'node:crypto'
import { availableParallelism, cpus, hostname } from 'node:os'
import type { CalibrationCircumstances } from '#core/model/run/calibration.ts'

export function clientCircumstances(
  clientVersion: string,
): Omit<CalibrationCircumstances, 'server' | 'isElsewhere'> {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: availableParallelism(),
    platform: `${process.platform} ${process.arch}`,
    nodeVersion: process.versions.node,
    clientVersion,
    // Bundles contain calibrations, and a host name may be private.
    machine: createHash('sha256').update(`kneepoint ${hostname()}`).digest('hex').slice(0, 16),
  }
}
