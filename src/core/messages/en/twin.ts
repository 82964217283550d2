// What predictions say: their basis, their table, and why there is none.
export const twinEn = {
  'twin.noRuns': 'Name the runs of one server, or give --server or --last.',
  'twin.noRuns.remedy': '"kneepoint runs" lists them.',
  'twin.noRunsOfServer': 'No completed run is stored of the server "{server}".',
  'twin.noRunsOfServer.remedy': '"kneepoint runs" lists the servers of stored runs.',
  'twin.leftOut': 'The run "{name}" is left out. {why}.',
  'twin.severalModels': 'These runs are of several models: {names}.',
  'twin.severalServers': 'These runs are of several servers: {names}.',
  'twin.notTaken':
    'The run "{names}" cannot be used: it was imported, or its requests are conversations.',
  'twin.tooLarge': 'With the run "{names}" the runs hold more than 10 million tokens.',
  'twin.takes': 'Name measured runs of one model on one server, such as three loads of 30 s.',
  'twin.limitNotPredicted': '"{name}" is not predicted.',
  'twin.limitNotPredicted.remedy':
    'Use limits of ttft, tpot or e2el, such as "p99 ttft <= 500 ms".',
  'twin.title': 'PREDICTED from {runs|# run|# runs} of {model}, not measured. Intervals are 90 %.',
  'twin.workload': 'Workload: {input} input and {output} output tokens per request on average.',
  'twin.engine':
    'Engine: {alone} ms per step, {sequence} ms per 100 sequences, {prompt} ms per 1,000 prompt tokens, {context} ms per 100,000 tokens of context, {overhead} ms fixed.',
  'twin.policy.mixed': 'Steps mix prompts and tokens (chunked prefill).',
  'twin.policy.prompts-first': 'Prompts get steps of their own, before tokens.',
  'twin.limits':
    'Limits: max-num-seqs {seqs}, max-num-batched-tokens {batched}, tokens of the KV cache {kv}.',
  'twin.source.stated': '{value} (stated)',
  'twin.source.found': '{value} (found in the runs)',
  'twin.source.unknown': 'unknown',
  'twin.source.unsettled': 'unknown (several values fit)',
  'twin.fit':
    'Fit: replayed, the runs differ by {tpot} in mean TPOT and by {ttft} in TTFT (root mean square).',
  'twin.head.rate': 'req/s',
  'twin.capacity': 'Capacity: {rate} req/s.',
  'twin.capacity.unknown':
    'Capacity and knee: not predicted, because no run shows how many requests run at once. Measure with --request-rate inf, or state --max-num-seqs.',
  'twin.knee': 'Knee: {rate} req/s.',
  'twin.within': 'Capacity within {limits}: {rate} req/s.',
  'twin.within.none': 'Capacity within {limits}: no load keeps them.',
  'twin.replicas': 'Servers for {demand} req/s: {count}.',
  'twin.at': 'At {load}:',
  'twin.at.rate': '{rate} req/s',
  'twin.at.concurrency': '{limit} requests at once',
  'twin.at.both': '{rate} req/s, at most {limit} at once',
  'twin.guess': 'This is a guess, because the runs do not show it:',
  'twin.guess.more-sequences': 'More requests run at once than in any run.',
  'twin.guess.more-kv-tokens':
    'The KV cache holds more tokens than in any run, and its size is not known.',
  'twin.guess.longer-prompts':
    'Prompts are more than 2.5 times as long as the longest of the runs.',
  'twin.guess.other-lengths':
    'Mean lengths differ from those of the runs by more than a factor of 2.5.',
  'twin.guess.longer-steps': 'Steps compute more tokens than those of the runs could.',
  'twin.refused': 'No prediction: this server is not described by the model.',
  'twin.refused.too-little':
    'The runs show too little: {requests|# request|# requests}, {steps|# step|# steps}. Measure three loads of 30 s each.',
  'twin.refused.failures': 'In the run "{run}", {share} of the requests failed.',
  'twin.refused.irregular':
    'In the run "{run}", {share} of the responses have another number of events than tokens: several tokens per event, speculative decoding, or no streaming.',
  'twin.refused.no-common-steps':
    'Tokens of different requests do not arrive in common steps: only {share} of them do. Several servers behind one address, or no continuous batching.',
  'twin.refused.noisy-steps':
    'Steps of the same work differ by {deviation} (standard deviation of the logarithm).',
  'twin.refused.stalls': 'Stalls take {share} of the time.',
  'twin.refused.drift':
    'In the run "{run}", steps of the same work change by {change} from its beginning to its end.',
  'twin.refused.misfit':
    '{figure} of the run "{run}" ({part}): measured {measured}, by the model {replayed}; tolerance ±{tolerance}.',
  'twin.part.all': 'all requests',
  'twin.part.short prompts': 'shortest third of prompts',
  'twin.part.long prompts': 'longest third of prompts',
  'twin.part.short outputs': 'shortest third of outputs',
  'twin.part.long outputs': 'longest third of outputs',
  'twin.figure.throughput': 'Throughput',
} as const
