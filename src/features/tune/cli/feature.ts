// Registers `kneepoint tune`.
import type { CommandFeature } from '#cli/command.ts'

export const tune: CommandFeature = {
  commands: { tune: async () => (await import('./tune.ts')).tune },
  after: 'compare',
  usage: 'tune FILE',
  summary: {
    en: 'Find the flags of a server that serve the most load within limits.',
    zh: '在限值内寻找承载最高负载的服务器参数，并与默认配置对照确认。',
  },
}
