// Registers `kneepoint mlperf plan`, `kneepoint mlperf audit` and `kneepoint report --format mlperf`.
import type { CommandFeature } from '#cli/command.ts'

export const mlperf: CommandFeature = {
  commands: {
    'mlperf plan': async () => (await import('./mlperf-plan.ts')).mlperfPlan,
    'mlperf audit': async () => (await import('./mlperf-audit.ts')).mlperfAudit,
  },
  reports: { mlperf: async () => (await import('./write-rehearsal.ts')).writeRehearsal },
  after: 'bench startup',
  usage: 'mlperf plan|audit …',
  summary: {
    en: 'Plan a rehearsal of an MLPerf Endpoints curve, or audit cached outputs.',
    zh: '规划 MLPerf Endpoints 曲线的预演，或审计输出缓存。',
  },
}
