// Registers `kneepoint predict`.
import type { CommandFeature } from '#cli/command.ts'

export const twin: CommandFeature = {
  commands: { predict: async () => (await import('./predict.ts')).predict },
  after: 'compare',
  usage: 'predict RUN…',
  summary: {
    en: 'Predict the curve of a server from a few stored runs, with intervals.',
    zh: '由几次已存的运行预测服务器的曲线，并给出区间。',
  },
}
