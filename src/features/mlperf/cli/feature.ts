// Registers `kneepoint mlperf plan` and `kneepoint report --format mlperf`.
import type { CommandFeature } from '#cli/command.ts'

export const mlperf: CommandFeature = {
  commands: { 'mlperf plan': async () => (await import('./mlperf-plan.ts')).mlperfPlan },
  reports: { mlperf: async () => (await import('./write-rehearsal.ts')).writeRehearsal },
  after: 'bench startup',
  usage: 'mlperf plan FILE',
  summary: {
    en: 'Plan a rehearsal of an MLPerf Endpoints curve.',
    zh: '规划 MLPerf Endpoints 曲线的预演。',
  },
}
