// Messages of predictions, and of refused ones.
export const twinMessages = {
  'twin.noRuns': 'Name the runs of one server, or give --server or --last.',
  'twin.noRuns.remedy': '"kneepoint runs" lists them.',
  'twin.noRunsOfServer': 'No completed run is stored of the server "{server}".',
  'twin.noRunsOfServer.remedy': '"kneepoint runs" lists the servers of stored runs.',
  'twin.leftOut': 'The run "{name}" is left out. {why}.',
  'twin.leftOut.seed':
    'The run "{name}" is left out: the server knew its prompts, because an earlier run had the same seed ({seed}). Measure it again with --seed {next}.',
  'twin.leftOut.cache':
    'The run "{name}" is left out: the server knew its prompts, although no earlier run had its seed. Reset the prefix cache before each run, or launch the server with --no-enable-prefix-caching.',
  'twin.noneUsable': 'None of {runs|# run|# runs} is usable.',
  'twin.severalModels': 'These runs are of several models: {names}.',
  'twin.severalServers': 'These runs are of several servers, or of several starts of one: {names}.',
  'twin.notTaken':
    'The run "{names}" cannot be used: it was imported, or its requests are conversations.',
  'twin.tooLarge': 'With the run "{names}" the runs hold more than 10 million tokens.',
  'twin.takes': 'Name measured runs of one model on one server, such as three loads of 30 s.',
  'twin.limitNotPredicted': '"{name}" cannot be predicted.',
  'twin.limitNotPredicted.remedy':
    'Use limits of ttft, tpot or e2el, such as "p99 ttft <= 500 ms".',
  'twin.title': 'PREDICTED from {runs|# run|# runs} of {model}, not measured. Intervals are 90 %.',
  'twin.workload': 'Workload: {input} input and {output} output tokens per request on average.',
  'twin.engine':
    'Engine: {alone} ms per step, {sequence} ms per 100 sequences, {prompt} ms per 1,000 prompt tokens, {context} ms per 100,000 tokens of context, {overhead} ms fixed per request.',
  'twin.computeBound':
    'Each token of a step beyond {from} takes longer, {token} ms per 1,000: up to there a step waits for memory.',
  'twin.policy.mixed': 'Steps mix prompts and tokens (chunked prefill).',
  'twin.policy.mixed-apart':
    'Steps mix prompts and tokens; the limit of a step counts prompt tokens alone.',
  'twin.policy.prompts-first': 'Prompts get steps of their own, before tokens.',
  'twin.limits':
    'Limits: max-num-seqs {seqs}, max-num-batched-tokens {batched}, tokens of the KV cache {kv}.',
  'twin.otherLimits': 'Predicted with {limits} instead.',
  'twin.source.stated': '{value} (stated)',
  'twin.source.found': '{value} (found in the runs)',
  'twin.source.unknown': 'not known',
  'twin.source.unsettled': 'not known (several values fit)',
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
  'twin.pauses':
    'Pauses of the server that occur less than once in {every} s may be missing from the runs. The intervals do not include them.',
  'twin.guess': 'This is a guess, because the runs do not show it:',
  'twin.guess.more-sequences': 'More requests run at once than in any run.',
  'twin.guess.more-kv-tokens':
    'The KV cache holds more tokens than in any run, and its size is not known.',
  'twin.guess.longer-prompts':
    'Prompts are more than 2.5 times as long as the longest of the runs.',
  'twin.guess.other-lengths':
    'Mean lengths differ from those of the runs by more than a factor of 2.5.',
  'twin.guess.longer-steps': 'Steps compute more tokens than those of the runs could.',
  'twin.guess.only-queues':
    'Requests waited for the server in every run, so TTFT without a queue is not known.',
  'twin.refused': 'No prediction: the model cannot be fitted to these runs.',
  'twin.refused.too-little':
    'The runs show too little: {requests|# request|# requests}, {steps|# step|# steps}. Measure three loads of 30 s each.',
  'twin.refused.failures': 'In the run "{run}", {share} of the requests failed.',
  'twin.refused.irregular':
    'In the run "{run}", {share} of the responses have another number of events than tokens: several tokens per event, speculative decoding, or no streaming.',
  'twin.refused.no-common-steps':
    'Tokens of different requests do not arrive in common steps: only {share} of them do. Several servers behind one address, or no continuous batching.',
  'twin.refused.noisy-steps':
    'Steps of the same work differ by {deviation} (standard deviation of the logarithm).',
  'twin.refused.stalls':
    'The server paused {count|once|# times} in {total} s, for up to {longest} s. Pauses may take {share} of the time. Measure longer to know how frequent they are.',
  'twin.refused.warming':
    'From the beginning of the run "{from}" to the end of "{to}", the cost of a prompt falls by {change}. The server becomes faster during the run: its prefix cache is warming. Measure again once it is warm.',
  'twin.refused.drift':
    'In the run "{run}", steps of the same work change by {change} from its beginning to its end.',
  'twin.refused.misfit':
    'In the run "{run}", {figure} ({part}): measured {measured}, by the model {replayed}; tolerance ±{tolerance}.',
  'twin.part.all': 'all requests',
  'twin.part.short prompts': 'shortest third of prompts',
  'twin.part.long prompts': 'longest third of prompts',
  'twin.part.short outputs': 'shortest third of outputs',
  'twin.part.long outputs': 'longest third of outputs',
} as const
