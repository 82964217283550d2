// 对运行与负载点的判断；其句子是 core 的消息。
import type { TranslationOf } from '../../window-texts.ts'
import type { verdict as english } from '../../en/window/verdict.ts'

export const verdict: TranslationOf<typeof english> = {
  title: '可信度',
  warnings: '警告',
}
