// Parts of other messages, and how messages are joined.
export const commonEn = {
  'common.at': '{place}: {text}',
  'common.of': '{name} {text}',
  'common.two': '{first} {second}',
  'common.sentence': '{text}.',
  'common.or': '{first} or {last}',
  'common.and': '{first}, {last}',
  'common.indented': '  {text}',
  'common.clause': '{text|clause}',
  'common.clauses': '{first}, {last}',
} as const
