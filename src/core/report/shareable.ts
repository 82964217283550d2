// Runs and sweeps as they may leave this machine: values of headers and credentials in addresses stay here, even where
// an earlier version stored them.
import type { z } from 'zod'
import type { Run } from '../model/run.ts'
import type { Sweep, SweepSetting } from '../model/sweep.ts'
import { withoutSecrets } from '../vllm/log/redact.ts'
import { hiddenValue, presentable, withoutCredentials } from './presentable.ts'

type JsonValue = z.core.util.JSONType

/** Flags of a server, by long name, of which the value is a secret. */
const secretServerFlags: readonly string[] = ['api-key', 'hf-token', 'ssl-keyfile-password']

export function shareableRun(run: Run): Run {
  return {
    ...run,
    config: presentable(run.config),
    baseUrl: run.baseUrl === null ? null : withoutCredentials(run.baseUrl),
    launch: run.launch && { ...run.launch, command: withoutSecrets(run.launch.command) },
  }
}

export function shareableSweep(sweep: Sweep): Sweep {
  const { plan } = sweep
  return {
    ...sweep,
    plan: {
      ...plan,
      config: presentable(plan.config),
      axes: plan.axes.map((axis) => ({ ...axis, settings: axis.settings.map(shareableSetting) })),
      excluded: plan.excluded.map(shareableSetting),
    },
  }
}

function shareableSetting({ benchmark, server }: SweepSetting): SweepSetting {
  const { header, ...others } = benchmark
  return {
    benchmark: header === undefined ? others : { ...others, header: hiddenValues(header) },
    server: Object.fromEntries(
      Object.entries(server).map(([flag, value]) => [
        flag,
        secretServerFlags.includes(flag) ? hiddenValue : value,
      ]),
    ),
  }
}

function hiddenValues(header: JsonValue): Record<string, string> {
  const names = typeof header === 'object' && header !== null ? Object.keys(header) : []
  return Object.fromEntries(names.map((name) => [name, hiddenValue]))
}
