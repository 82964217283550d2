// The calibrate view: can this client be trusted?
export const calibrate = {
  title: 'Calibrate',
  lead: 'Can I trust this client?',
  explanation:
    'A load generator that falls behind measures itself, not the server. Each run records how late its requests left, how long the client’s event loop was held up, and how much of a core it used. If any of them comes near the latencies you report, use fewer requests per second or a machine with more to spare.',
  caption: 'What the client recorded in the latest runs',
  empty: 'No run has recorded its client yet. Every benchmark does.',
  compose: 'Compose a benchmark',
  run: 'Run',
  when: 'When',
  rate: 'req/s',
  sendLagP99: 'Send lag\np99 ms',
  readLagMean: 'Read lag\nmean ms',
  readLagP99: 'Read lag\np99 ms',
  loopDelayP99: 'Loop delay\np99 ms',
  cpu: 'CPU',
  verdict: 'Client',
  word: { fine: 'fine', strained: 'strained', invalid: 'invalid', unknown: 'unknown' },
}
