// What commands print of themselves.
export const cliEn = {
  'cli.problem': 'kneepoint: {text}',
  'cli.interruptedBefore': 'Interrupted before anything was measured.',
  'cli.logLine': '· {text}',
  'cli.pausing':
    'pausing after this point; Ctrl-C again ends it at once, and what was measured is kept',
  'cli.demo.sustained': '\nThe rate the server keeps up with: {answer}.',
  'cli.unknownLanguage': '--lang: there is no language "{asked}".',
  'cli.unknownLanguage.remedy': 'Choose from {languages}.',
} as const
