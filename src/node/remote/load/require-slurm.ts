// Whether jobs can be submitted on a host.
import { appError, type AppError } from '#core/model/app-error.ts'
import { type Host, hostText, runProgram } from '../host.ts'

export async function requireSlurm(host: Host): Promise<void> {
  const { code } = await runProgram(host, { argv: ['sh', '-c', 'command -v sbatch'] })
  if (code !== 0) throw withoutSlurm(host)
}

export function withoutSlurm(host: Host): AppError {
  return appError('host-failed', 'loadJob.noSlurm', { host: hostText(host) }, { field: 'on' })
}
