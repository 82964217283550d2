// 窗口中能耗的文本。
import type { TranslationOf } from '#core/messages/window-texts.ts'
import type { energy as english } from './window.ts'

export const energy: TranslationOf<typeof english> = {
  run: '能耗（kJ）',
  outputToken: '每输出 token 能耗（J）',
  steady: '稳态{figure}能耗（J）',
  whole: '全程{figure}能耗（J）',
  total: '每 token（含输入）',
  output: '每输出 token ',
  good: '每达标 token ',
  perMillion: '每百万输出 token 能耗',
  kilowattHours: '折合 kWh',
  perMillionGood: '每百万达标 token 能耗',
  unknown: '未记录功率。',
}
