// Registers load from the tasks of a Slurm job; the code that submits it is loaded on demand.
import type { SenderKind, SenderSettings } from '#node/remote/load/sender-kind.ts'
import {
  jobPrefix,
  loadJobOrder,
  type LoadJobSettings,
} from '#features/slurm-load/core/load-job.ts'

export const jobLoad: SenderKind = {
  prefix: jobPrefix,
  async open(settings: SenderSettings & LoadJobSettings, [login]) {
    const { createJobLoad } = await import('./job-load.ts')
    if (login === undefined) throw new Error(`${settings.on} names no host`)
    return createJobLoad(login, loadJobOrder(settings), {
      allowsClockSkew: settings.allowClockSkew,
    })
  },
  requireOffered: async (host) => (await import('./job-errors.ts')).requireSlurm(host),
}
