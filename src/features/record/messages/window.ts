// Texts of recordings in the window; window-zh.ts has the Chinese ones.

export const record = {
  title: 'Record traffic',
  about:
    'Writes the requests of your clients as a workload: when each arrived, its lengths, and which beginnings prompts share.',
  withText: 'Write prompts as well; they may be private',
  toOthers: 'Take requests of other machines',
  start: 'Record',
  stop: 'Stop recording',
  address: 'Point clients at',
  copyAddress: 'Copy the address',
  recorded: '{count|# request|# requests} recorded',
  estimated:
    'The server did not count the prompt tokens of {count|# request|# requests}; they are estimated.',
  file: 'Trace',
  replay: 'Ask with this traffic',
} as const
