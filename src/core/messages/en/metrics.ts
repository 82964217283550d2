// What scalars are called: as a title, in a sentence, at the head of a column, along an axis.
export const metricsEn = {
  durationS: { title: 'Duration' },
  completed: { title: 'Completed' },
  failed: { title: 'Failed' },
  cutOff: { title: 'Cut off by cancelling' },
  totalInputTokens: { title: 'Input tokens' },
  totalOutputTokens: { title: 'Output tokens' },
  totalInputs: { title: 'Inputs' },
  requestThroughput: {
    title: 'Requests/s',
    inSentence: 'request throughput',
    column: 'done',
    axis: 'requests/s',
  },
  requestGoodput: { title: 'Good requests/s', inSentence: 'goodput' },
  inputsThroughput: { title: 'Inputs/s', inSentence: 'input throughput' },
  outputThroughput: {
    title: 'Output tokens/s',
    inSentence: 'output throughput',
    column: 'output',
    axis: 'output tokens/s',
  },
  totalTokenThroughput: { title: 'All tokens/s', inSentence: 'total throughput' },
  maxOutputTokensPerS: { title: 'Peak output tokens/s' },
  peakConcurrency: { title: 'Peak in flight' },
  rtfx: { title: 'RTFx' },
  failedShare: { title: 'Failed requests', inSentence: 'failed requests' },
}
