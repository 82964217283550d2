// Parts of other messages, and how messages are joined.
export const commonEn = {
  'common.at': '{place}: {text}',
  'common.of': '{name} {text}',
  'common.two': '{first} {second}',
  'common.sentence': '{text}.',
  'common.or': '{first} or {last}',
  'common.alternative': '{first} | {second}',
  'common.and': '{first}, {last}',
  'common.dotted': '{line} · {next}',
  'common.indented': '  {text}',
  'common.clause': '{text|clause}',
  'common.clauses': '{first}, {last}',
  'updates.notAllowed': 'Checking for newer versions is not allowed in the settings.',
  'updates.status': 'The list of releases responded with HTTP {status}.',
  'updates.noList': 'The response is not a list of releases.',
} as const
