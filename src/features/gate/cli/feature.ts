// Registers `kneepoint gate`.
import type { CommandFeature } from '#cli/command.ts'

export const gate: CommandFeature = {
  commands: { gate: async () => (await import('./gate.ts')).gate },
  after: 'compare',
  usage: 'gate FILE',
  summary: {
    en: 'Check whether a server does worse than its baseline, for continuous integration.',
    zh: '判断服务器是否比基线变差，用于持续集成。',
  },
}
