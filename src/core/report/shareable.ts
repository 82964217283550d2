// Runs and sweeps for export, without header values and credentials in addresses, even if an earlier version stored them.
import type { Run } from '../model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { withoutSecrets } from '../vllm/log/log-line.ts'
import { presentable, withoutCredentials } from '../redaction/presentable.ts'
import { presentablePlan } from './presentable-plan.ts'

export function shareableRun(run: Run): Run {
  return {
    ...run,
    config: presentable(run.config),
    baseUrl: run.baseUrl === null ? null : withoutCredentials(run.baseUrl),
    launch: run.launch && { ...run.launch, command: withoutSecrets(run.launch.command) },
  }
}

export function shareableSweep(sweep: Sweep): Sweep {
  return { ...sweep, plan: presentablePlan(sweep.plan) }
}
