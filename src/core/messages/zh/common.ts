import type { commonEn } from '../en/common.ts'
import type { Translation } from '../template.ts'

export const commonZh = {
  'common.at': '{place}：{text}',
  'common.of': '{name} {text}',
  'common.two': '{first}{second}',
  'common.sentence': '{text}。',
  'common.or': '{first} 或 {last}',
  'common.and': '{first}、{last}',
  'common.indented': '  {text}',
  'common.clause': '{text|clause}',
  'common.clauses': '{first}，{last}',
} as const satisfies Translation<typeof commonEn>
