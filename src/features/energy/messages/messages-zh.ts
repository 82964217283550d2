import type { Translation } from '#core/messages/template.ts'
import type { energyMessages } from './messages.ts'

export const energyMessagesZh = {
  'scalar.energyPerToken': '每 token 能耗',
  'scalar.energyPerOutputToken': '每输出 token 能耗',
  'scalar.energyPerGoodToken': '每达标 token 能耗',
  'figure.energyPerToken': '每 token 能耗',
  'figure.energyPerOutputToken': '每输出 token 能耗',
  'figure.energyPerGoodToken': '每达标 token 能耗',
} as const satisfies Translation<typeof energyMessages>
